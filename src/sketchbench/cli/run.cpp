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
    std::vector<std::string> files;
  };
  const auto state = std::make_shared<State>();
  CLI::App* command =
      app.add_subcommand("run", "run the cells of configurations; finished ones are not run again");
  command->add_option("CONFIG", state->files, "configuration files (JSON)")->required();
  command->add_flag("--quick", state->options.quick,
                    quick_limits() + "; exact kernels trained by a faster solver of the same problem");
  add_run_options(*command, state->options);
  set_help_footer(*command, about_experiments());
  command->callback([state] {
    const std::vector<Config> configs =
        read_configs({state->files.begin(), state->files.end()}, state->options.quick);
    const DataPaths paths = state->options.data.paths(files_of(configs));
    if (run_with_messages(configs, state->options, paths) != RunOutcome::complete)
      throw ExitWith{ExitCode::failed};
  });
}

}  // namespace sketchbench
