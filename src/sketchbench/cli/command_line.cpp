#include <sketchbench/cli/commands.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/worker/environment.hpp>

namespace sketchbench {
namespace {

/// Prints the help that was asked for, or what is wrong with the command line.
ExitCode answer(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream asked_for, complaint;
  const int code = app.exit(error, asked_for, complaint);
  print_text(asked_for.str());
  print_text(complaint.str(), stderr);
  return code == 0 ? ExitCode::done : ExitCode::wrong_input;
}

/// Commands as the program's help shows them.
struct Group {
  std::string title;
  std::vector<void (*)(CLI::App&)> commands;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {
      {"Reproduce papers", {add_reproduce_command, add_claims_command}},
      {"Run experiments", {add_run_command, add_plan_command, add_report_command, add_check_command}},
      {"Run on a cluster", {add_submit_commands, add_status_command}},
      {"Inspect results",
       {add_compare_command, add_merge_command, add_export_command, add_pack_command, add_doctor_command,
        add_quote_command}},
      {"Data sets", {add_datasets_command}},
      {"Models on your own files", {add_train_command, add_predict_command, add_map_command}},
      {"What there is",
       {add_maps_command, add_learners_command, add_kernels_command, add_completion_command}}};
  return all;
}

/// Help with one empty line between groups of options, where CLI11 has two.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    return replaced(CLI::Formatter::make_help(app, std::move(name), mode), "\n\n\n", "\n\n");
  }
};

/// Memory ran out: with the remedies that the command has which was parsed.
[[noreturn]] void fail_without_memory(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  const auto has = [&](const char* option) { return command->get_option_no_throw(option) != nullptr; };
  std::string ways;
  if (has("--jobs")) ways += ", fewer --jobs, a smaller \"D\", fewer rows (\"max_train\")";
  if (has("--threads")) ways += ", fewer --threads";
  if (has("--map")) ways += ", a map to fewer features (--map, --D)";
  if (has("--ignore")) ways += ", fewer columns (of a table: --ignore)";
  if (has("--label")) ways += ", fewer rows";  // of one's own
  throw Error(fmt::format("out of memory{}. Work on less at once{}; or close other programs",
                          free_memory_now(), ways.empty() ? ways : ":" + ways.substr(1)));
}

}  // namespace

ExitCode run_command_line(int argc, char** argv) {
  CLI::App app("sketchbench: a reproduction harness for randomised kernel methods", "sketchbench");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_version_flag("--version", program_version());
  app.require_subcommand(1);
  app.footer("\"sketchbench COMMAND --help\" has the options of a command and examples.");
  for (const Group& group : groups())
    for (void (*add)(CLI::App&) : group.commands) {
      const std::size_t before = app.get_subcommands({}).size();
      add(app);
      app.get_subcommands({}).at(before)->group(group.title);  // what it adds behind is not in the help
    }
  add_worker_command(app);
  try {
    app.parse(argc, argv);
    return ExitCode::done;
  } catch (const ExitWith& exit) {
    return exit.code;
  } catch (const std::bad_alloc&) {
    fail_without_memory(app);
  } catch (const std::length_error&) {  // a container that was asked for more than there can be
    fail_without_memory(app);
  } catch (const CLI::RequiredError& error) {
    // An option that is mistyped is the reason why another one seems to be missing.
    const std::vector<std::string> unknown = app.remaining(true);
    const bool mistyped =
        std::ranges::any_of(unknown, [](const std::string& word) { return word.starts_with("-"); });
    return mistyped ? answer(app, CLI::ExtrasError(unknown)) : answer(app, error);
  } catch (const CLI::ParseError& error) {
    return answer(app, error);
  }
}

}  // namespace sketchbench
