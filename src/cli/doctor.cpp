#include "cli/doctor.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

#include "cli/checkup.hpp"
#include "cli/exit_code.hpp"
#include "cli/options/data_options.hpp"
#include "cli/options/folder_option.hpp"
#include "cli/plain_table.hpp"
#include "cli/results_folder.hpp"
#include "cli/standard_streams.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "harness/worker/progress.hpp"

namespace sketchbench {
namespace {

struct DoctorOptions {
  std::filesystem::path results = default_results;
  DataOptions data;
  bool repair = false;
};

using Look = std::function<std::vector<Checkup>()>;

/// A folder that was named and is not there is a typing error, not a healthy folder.
void require_named_folders(const CLI::App& command) {
  for (const char* name : {"--results", "--data", "--mirror"}) {
    const CLI::Option& option = *command.get_option(name);
    std::error_code error;
    if (option.count() > 0 && !std::filesystem::is_directory(option.as<std::string>(), error))
      throw InputError(fmt::format("{} {}: there is no such folder", name, option.as<std::string>()));
  }
}

/// Does what can be done and says each thing; true when there was anything to do.
bool repair(const std::vector<Checkup>& checkups) {
  bool any = false;
  for (const Checkup& checkup : checkups)
    for (const Complaint& complaint : checkup.complaints) {
      if (!complaint.repair) continue;
      any = true;
      try {
        say("{}\n", complaint.repair());
      } catch (const Error& error) {
        complain(error.what());
      }
    }
  return any;
}

std::string table_of(const std::vector<Checkup>& checkups) {
  std::vector<std::vector<std::string>> rows = {{"what", "checked", "wrong", "where", ""}};
  for (const Checkup& checkup : checkups)
    rows.push_back({checkup.what, checkup.checked, std::to_string(checkup.complaints.size()), checkup.where,
                    checkup.remark});
  return plain_table(rows, {1, 2});
}

/// Each complaint with what can be done, and the sum. True when there is none.
bool say_what_is_wrong(const std::vector<Checkup>& checkups) {
  std::int64_t wrong = 0, repairable = 0;
  for (const Checkup& checkup : checkups)
    for (const Complaint& complaint : checkup.complaints) {
      say("\n{}\n  {}{}\n", complaint.problem, complaint.repair ? "--repair " : "", complaint.remedy);
      ++wrong;
      repairable += complaint.repair ? 1 : 0;
    }
  if (wrong == 0)
    say("\nAll is well.\n");
  else if (repairable == 0)
    say("\n{} wrong, for you to put right.\n", plural(wrong, "thing"));
  else
    say("\n{} wrong; \"sketchbench doctor --repair\" with the same options puts {} right.\n",
        plural(wrong, "thing"), wrong == repairable ? "all" : std::to_string(repairable));
  return wrong == 0;
}

bool examine(const DoctorOptions& options) {
  const Store store(options.results);
  const DataPaths paths = options.data.paths();
  Progress progress;
  const Look looks[] = {
      [&] {
        progress.status("checking the records");
        return check_results(store);
      },
      [&] { return check_data(paths, [&](std::string_view line) { progress.status(std::string(line)); }); },
      [&] { return check_folders(store, paths); }, check_tools};
  std::vector<Checkup> all;
  for (const Look& look : looks) {
    std::vector<Checkup> found = look();
    progress.status("");
    // Once more after a repair: what is shown is what is there.
    if (options.repair && repair(found)) found = look();
    progress.status("");
    all.insert(all.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  print_rendered(table_of(all));
  return say_what_is_wrong(all);
}

}  // namespace

void add_doctor_command(CLI::App& app) {
  const auto options = std::make_shared<DoctorOptions>();
  CLI::App* command = app.add_subcommand("doctor",
                                         "report damaged, stale or conflicting files among records and data, "
                                         "and full disks; exit code 1 if any are "
                                         "found");
  add_folder_option(*command, "--results", "the folder of records", options->results);
  add_data_options(*command, options->data);
  command->add_flag("--repair", options->repair,
                    "put right what can be: damaged records are moved to RESULTS/damaged, never deleted; "
                    "damaged prepared data and what killed commands have left are removed");
  command->callback([options, command] {
    require_named_folders(*command);
    if (!examine(*options)) throw ExitWith{ExitCode::failed};
  });
}

}  // namespace sketchbench
