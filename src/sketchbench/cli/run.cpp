#include <sketchbench/cli/commands.hpp>

#include <CLI/CLI.hpp>
#include <memory>

#include <sketchbench/cli/exit_code.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/parameter_help.hpp>
#include <sketchbench/cli/run_messages.hpp>

namespace sketchbench {

void add_run_command(CLI::App& app) {
  struct State {
    RunOptions options;
    std::vector<std::string> files, cells;
    bool worker = false;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command =
      app.add_subcommand("run", "run the cells of configurations; finished ones are not run again");
  command->add_option("CONFIG", state->files, "configuration files (JSON)")->required();
  command->add_flag("--quick", state->options.quick,
                    quick_limits() + "; exact kernels trained by a faster solver of the same problem");
  command->add_flag("--worker", state->worker,
                    "one of several on the same results: computes what no other has under way, waits for "
                    "none and tries no failed cell again (docs/cluster.md)");
  command
      ->add_option("--cell", state->cells,
                   "only the cell with this id (\"sketchbench plan CONFIG --format jsonl\"), may be repeated")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  add_run_options(*command, state->options);
  set_help_footer(*command, about_experiments());
  command->callback([state] {
    const std::vector<Config> configs =
        read_configs({state->files.begin(), state->files.end()}, state->options.quick);
    state->options.choice = {.ids = {state->cells.begin(), state->cells.end()}, .keep_failed = state->worker};
    state->options.wait = !state->worker;
    const DataPaths paths = state->options.data.paths(files_of(configs));
    if (run_with_messages(configs, state->options, paths) != RunOutcome::complete)
      throw ExitWith{ExitCode::failed};
  });
}

}  // namespace sketchbench
