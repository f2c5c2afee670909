#include <sketchbench/cli/commands.hpp>

#include <sys/prctl.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/harness/worker/child_process.hpp>
#include <sketchbench/harness/worker/worker.hpp>

namespace sketchbench {

void add_worker_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("worker", "one cell; started by run");
  command->group("");  // not in --help
  command->callback([] {
    // It was started by way of /proc/self/exe, whose last part would be its name.
    ::prctl(PR_SET_NAME, "sketchbench");
    install_workers_fatal_error_report(ChildProcess::channel_descriptor);
    const int code = run_worker(std::cin, ChildProcess::channel_descriptor);
    if (code != 0) throw ExitWith{static_cast<ExitCode>(code)};
  });
}

}  // namespace sketchbench
