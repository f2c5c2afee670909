#include <sketchbench/cli/commands.hpp>

#include <CLI/CLI.hpp>
#include <memory>

#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/run_options.hpp>
#include <sketchbench/cli/run_messages.hpp>
#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

struct PlanCommand {
  RunOptions options;
  std::vector<std::string> files;
  std::string format = "term";
};

/// What an engine of workflows needs to know of a cell.
Json line_of(const PlannedCell& item, const Store& store) {
  const Cell& cell = item.cell;
  const auto record = store.find(item.id);
  Json line = {{"id", item.id},
               {"dataset", cell.dataset.name},
               {"kernel", cell.kernel.display()},
               {"method", cell.method},
               {"D", cell.D},
               {"seed", cell.seed ? Json(*cell.seed) : Json()},
               {"memory_bytes", item.need.bytes},
               {"seconds", item.need.seconds},
               {"threads", 1},
               {"alone", is_exclusive(item)},
               {"record", store.path_of(item.id).string()},
               {"status", record ? Json(record->status) : Json()}};
  return line;
}

void print_lines(PlanCommand& command, const std::vector<Config>& configs) {
  command.options.force = true;  // those that have a record as well
  const RunSettings settings = command.options.settings(command.options.data.paths(files_of(configs)));
  Progress progress;
  const Plan plan = plan_configs(configs, settings, progress);
  print_what_is_left_out(plan, settings, progress);
  const Store store(settings.results);
  for (const PlannedCell& cell : plan.to_run) print_contents(json_text(line_of(cell, store)) + "\n");
}

}  // namespace

void add_plan_command(CLI::App& app) {
  const auto state = std::make_shared<PlanCommand>();
  CLI::App* command =
      app.add_subcommand("plan", "the cells that configurations have, for people or programs");
  command->add_option("CONFIG", state->files, "configuration files (JSON)")->required();
  command
      ->add_option("--format", state->format,
                   "term: how many cells \"run\" would run, how long and in how much memory; jsonl: every "
                   "cell, a line of JSON each, with its id for "
                   "\"run --cell\"; prepares the data, on which the ids depend")
      ->check(CLI::IsMember({"term", "jsonl"}))
      ->capture_default_str();
  command->add_flag("--verbose", state->options.verbose,
                    "a line for each cell, beside their number, time and memory");
  begin_group(*command, option_group::cells);
  command->add_flag("--quick", state->options.quick, "those of the quick runs");
  add_cell_options(*command, state->options);
  set_help_footer(*command);
  command->callback([state] {
    const std::vector<Config> configs =
        read_configs({state->files.begin(), state->files.end()}, state->options.quick);
    if (state->format == "jsonl") return print_lines(*state, configs);
    state->options.dry_run = true;
    run_with_messages(configs, state->options, state->options.data.paths(files_of(configs)));
  });
}

}  // namespace sketchbench
