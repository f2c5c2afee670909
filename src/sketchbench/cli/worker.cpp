#include <sketchbench/cli/commands.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <memory>

#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/harness/worker/child_process.hpp>
#include <sketchbench/harness/worker/mpi_ranks.hpp>
#include <sketchbench/harness/worker/worker.hpp>

namespace sketchbench {

namespace {

/// mpirun passes on standard input, output and error alone: messages go where the output went, and what else
/// is written there to the error.
void run_rank(int expected) {
  const int channel = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, ChildProcess::channel_descriptor);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  install_workers_fatal_error_report(channel);
  const auto ranks = join_ranks();
  if (ranks->size() != expected) {
    std::cerr << fmt::format(
        "{} processes of their own instead of {} ranks: the command is of another MPI than {}\n", expected,
        expected, mpi_library());
    std::_Exit(static_cast<int>(ExitCode::failed));
  }
  // The others may wait for this one, and would for ever: mpirun ends them where one ends like that.
  if (const int code = run_worker(std::cin, channel, *ranks); code != 0) std::_Exit(code);
}

}  // namespace

void add_worker_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("worker", "one cell; started by run");
  command->group("");  // not in --help
  const auto ranks_expected = std::make_shared<int>(0);
  command->add_option("--mpi", *ranks_expected, "the number of ranks, of which this process is one");
  command->callback([ranks_expected] {
    // It was started by way of /proc/self/exe, whose last part would be its name.
    ::prctl(PR_SET_NAME, "sketchbench");
    if (*ranks_expected > 0) return run_rank(*ranks_expected);
    install_workers_fatal_error_report(ChildProcess::channel_descriptor);
    const int code = run_worker(std::cin, ChildProcess::channel_descriptor);
    if (code != 0) throw ExitWith{static_cast<ExitCode>(code)};
  });
}

}  // namespace sketchbench
