#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>

#include <sketchbench/cli/doctor/diagnostics.hpp>
#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/data_options.hpp>
#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/cli/plain_table.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/worker/progress.hpp>

namespace sketchbench {
namespace {

struct DoctorOptions {
  std::filesystem::path results = default_results;
  DataOptions data;
  bool repair = false;
};

using Check = std::function<std::vector<Diagnostic>()>;

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
bool repair(const std::vector<Diagnostic>& diagnostics) {
  bool any = false;
  for (const Diagnostic& diagnostic : diagnostics)
    for (const Finding& finding : diagnostic.findings) {
      if (!finding.repair) continue;
      any = true;
      try {
        say("{}\n", finding.repair());
      } catch (const Error& error) {
        complain(error.what());
      }
    }
  return any;
}

std::string table_of(const std::vector<Diagnostic>& diagnostics) {
  std::vector<std::vector<std::string>> rows = {{"what", "checked", "wrong", "where", ""}};
  for (const Diagnostic& diagnostic : diagnostics)
    rows.push_back({diagnostic.what, diagnostic.checked, std::to_string(diagnostic.findings.size()),
                    diagnostic.where, diagnostic.remark});
  return plain_table(rows, {1, 2});
}

/// Each finding with what can be done, and the sum. True when there is none.
bool say_what_is_wrong(const std::vector<Diagnostic>& diagnostics) {
  std::int64_t wrong = 0, repairable = 0;
  for (const Diagnostic& diagnostic : diagnostics)
    for (const Finding& finding : diagnostic.findings) {
      say("\n{}\n  {}{}\n", finding.problem, finding.repair ? "--repair " : "", finding.remedy);
      ++wrong;
      repairable += finding.repair ? 1 : 0;
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
  const Check looks[] = {[&] {
                           progress.status("checking the records");
                           return diagnose_results(store);
                         },
                         [&] {
                           return diagnose_data(
                               paths, [&](std::string_view line) { progress.status(std::string(line)); });
                         },
                         [&] { return diagnose_folders(store, paths); }, diagnose_tools};
  std::vector<Diagnostic> all;
  for (const Check& look : looks) {
    std::vector<Diagnostic> found = look();
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
  CLI::App* command =
      app.add_subcommand("doctor", "find damaged, stale or conflicting records and data; --repair");
  add_folder_option(*command, "--results", "the folder of records", options->results);
  add_data_options(*command, options->data);
  command->add_flag("--repair", options->repair,
                    "put right what can be: damaged records are moved to RESULTS/damaged, damaged data to "
                    "DATA/damaged, never deleted; what killed commands have left is removed");
  set_help_footer(*command, "Full disks are found, too. The exit code is 1 where anything is.\n");
  command->callback([options, command] {
    require_named_folders(*command);
    if (!examine(*options)) throw ExitWith{ExitCode::failed};
  });
}

}  // namespace sketchbench
