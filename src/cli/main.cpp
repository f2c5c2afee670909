#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "base/error.hpp"
#include "cli/check.hpp"
#include "cli/datasets.hpp"
#include "cli/exit_code.hpp"
#include "cli/map.hpp"
#include "cli/report.hpp"
#include "cli/reproduce.hpp"
#include "cli/run.hpp"
#include "cli/worker.hpp"

int main(int argc, char** argv) {
  using namespace sketchbench;
  CLI::App app("sketchbench: a reproduction harness for randomised kernel methods", "sketchbench");
  app.set_version_flag("--version", SKETCHBENCH_VERSION);
  app.require_subcommand(1);
  add_reproduce_command(app);
  add_run_command(app);
  add_report_command(app);
  add_check_command(app);
  add_datasets_command(app);
  add_map_command(app);
  add_worker_command(app);
  try {
    app.parse(argc, argv);
    return to_int(ExitCode::done);
  } catch (const ExitWith& exit) {
    return to_int(exit.code);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? to_int(ExitCode::done) : to_int(ExitCode::wrong_input);
  } catch (const InputError& error) {
    std::fprintf(stderr, "sketchbench: %s\n", error.what());
    return to_int(ExitCode::wrong_input);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sketchbench: %s\n", error.what());
    return to_int(ExitCode::failed);
  }
}
