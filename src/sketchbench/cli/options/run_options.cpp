#include <sketchbench/cli/options/run_options.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>

#include <sketchbench/cli/options/folder_option.hpp>
#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/harness/worker/environment.hpp>

namespace sketchbench {
namespace {

constexpr int most_jobs = 4096;

}  // namespace

RunSettings RunOptions::settings(DataPaths paths) const {
  RunSettings settings{.results = results,
                       .data = std::move(paths),
                       .choice = choice,
                       .wait = wait,
                       .jobs = jobs > 0           ? jobs
                               : launch.ranks > 1 ? 1
                                                  : usable_cores(),
                       .launch = launch,
                       .time_limit_s = time_limit_s,
                       .memory_budget = usable_memory(),
                       .memory_limit = memory_limit,
                       .dry_run = dry_run,
                       .force = force};
  for (const std::string& text : only) settings.only.push_back(parse_filter(text));
  return settings;
}

void add_cell_options(CLI::App& command, RunOptions& options) {
  begin_group(command, option_group::cells);
  command
      .add_option("--only", options.only,
                  fmt::format("only cells with KEY=VALUE[,VALUE]: {}", fmt::join(filter_keys(), ", ")))
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  add_parsed_option(
      command, "--time-limit", "TIME", "for one cell: 90s, 30m, 2h (default: none)",
      [&options](const std::string& text) { options.time_limit_s = parse_duration("--time-limit", text); });
  begin_group(command, option_group::folders);
  add_folder_option(command, "--results", "folder of records and tables", options.results);
  add_data_options(command, options.data);
}

void add_run_options(CLI::App& command, RunOptions& options) {
  add_cell_options(command, options);
  begin_group(command, option_group::running);
  add_parsed_option(command, "--jobs", "N", "cells to run in parallel (default: the number of cores)",
                    [&options](const std::string& text) {
                      options.jobs = static_cast<int>(parse_whole_number("--jobs", text, 1, most_jobs));
                    });
  command.add_flag("--dry-run", options.dry_run,
                   "say how many cells, how long and how much memory, and stop");
  command.add_flag("--verbose", options.verbose, "with --dry-run: list the cells");
  command.add_flag("--force", options.force, "re-run cells that already have a record");
}

}  // namespace sketchbench
