#include <sketchbench/cli/commands.hpp>

#include <CLI/CLI.hpp>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>

#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/parameter_help.hpp>
#include <sketchbench/cli/run_messages.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/harness/worker/rank_launch.hpp>

namespace sketchbench {

namespace {

constexpr int most_ranks = 100'000;

/// How ranks are started; nothing in a process that has no part in that: what mpirun has started computes no
/// cell, its first process starts ranks anew for each, so that one which dies ends its cell and not the run.
std::optional<RankLaunch> rank_launch(const std::string& number, const std::string& command) {
  RankLaunch launch;
  const std::optional<RanksAround> around = ranks_around();
  if (!number.empty())
    launch.ranks = static_cast<int>(parse_whole_number("--mpi", number, 1, most_ranks));
  else if (around)
    launch.ranks = around->size;
  else
    throw InputError("--mpi: how many ranks? Expected a number, \"--mpi 4\", or to be started by mpirun");
  if (!command.empty()) {
    std::istringstream words(command);
    launch.command.assign(std::istream_iterator<std::string>(words), {});
    if (launch.command.empty())
      throw InputError("--mpirun: expected a command, as \"mpirun --hostfile hosts\"");
  }
  if (!around) return launch;
  if (around->on_this_machine < around->size && command.empty())
    throw InputError(
        "--mpi inside of an mpirun of several machines: call \"sketchbench run CONFIG --mpi N\" by itself, "
        "which "
        "starts mpirun for each cell; \"--mpirun 'mpirun --hostfile hosts'\" says on which machines");
  if (around->rank > 0) return std::nullopt;
  forget_ranks_around();
  return launch;
}

}  // namespace

void add_run_command(CLI::App& app) {
  struct State {
    RunOptions options;
    std::vector<std::string> files, cells;
    bool worker = false;
    std::string ranks, mpirun;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command =
      app.add_subcommand("run", "run the cells of configurations; finished ones are not run again");
  command->add_option("CONFIG", state->files, "configuration files (JSON)")->required();
  begin_group(*command, option_group::cells);
  command->add_flag("--quick", state->options.quick,
                    quick_limits() + "; exact kernels trained by a faster solver of the same problem");
  command
      ->add_option("--cell", state->cells,
                   "only the cell with this id (\"sketchbench plan CONFIG --format jsonl\"), may be repeated")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  begin_group(*command, option_group::running);
  command->add_flag("--worker", state->worker,
                    "one of several on the same results: computes what no other has under way, waits for "
                    "none and tries no failed cell again (docs/guides/cluster.md)");
  const CLI::Option* const mpi =
      command
          ->add_option("--mpi", state->ranks,
                       "each cell by N processes with rows divided among them, where its learner can "
                       "(docs/guides/cluster.md); inside of mpirun, by as many as it has started")
          ->type_name("N")
          ->expected(0, 1);
  command
      ->add_option("--mpirun", state->mpirun, "with --mpi: what starts them, as \"mpirun --hostfile hosts\"")
      ->type_name("COMMAND")
      ->needs("--mpi");
  add_run_options(*command, state->options);
  set_help_footer(*command, about_experiments());
  command->callback([state, mpi] {
    if (mpi->count() > 0) {
      const auto launch = rank_launch(state->ranks, state->mpirun);
      if (!launch) return;
      state->options.launch = *launch;
    }
    const std::vector<Config> configs =
        read_configs({state->files.begin(), state->files.end()}, state->options.quick);
    state->options.choice = {.ids = {state->cells.begin(), state->cells.end()}, .keep_failed = state->worker};
    state->options.wait = !state->worker;
    const DataPaths paths = state->options.data.paths(files_of(configs));
    if (run_with_messages(configs, state->options, paths).outcome != RunOutcome::complete)
      throw ExitWith{ExitCode::failed};
  });
}

}  // namespace sketchbench
