#include <sketchbench/cli/commands.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include <sketchbench/cli/claims.hpp>
#include <sketchbench/cli/standard_streams.hpp>
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

}  // namespace

ExitCode run_command_line(int argc, char** argv) {
  CLI::App app("sketchbench: a reproduction harness for randomised kernel methods", "sketchbench");
  app.set_version_flag("--version", program_version());
  app.require_subcommand(1);
  add_reproduce_command(app);
  add_run_command(app);
  add_report_command(app);
  add_check_command(app);
  add_claims_command(app);
  add_compare_command(app);
  add_merge_command(app);
  add_pack_command(app);
  add_quote_command(app);
  add_doctor_command(app);
  add_datasets_command(app);
  add_map_command(app);
  add_train_command(app);
  add_predict_command(app);
  add_completion_command(app);
  add_worker_command(app);
  try {
    app.parse(argc, argv);
    return ExitCode::done;
  } catch (const ExitWith& exit) {
    return exit.code;
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
