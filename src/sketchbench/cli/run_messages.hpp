#pragma once
#include <functional>
#include <vector>

#include <sketchbench/cli/options/run_options.hpp>

namespace sketchbench {

/// What of a plan will not run, and which records cannot be used.
void print_what_is_left_out(const Plan& plan, const RunSettings& settings, Progress& progress);
/// Names the configurations of which nothing could run.
void print_without_data(const Plan& plan, const std::vector<Config>& configs, Progress& progress);
/// What would run: how many cells, how long, how much memory; `verbose`: each of them.
void print_plan(const Plan& plan, bool verbose);

/// Runs the configurations and says what is planned, what is left out and how it went; of a dry run, all that
/// would run. `on_complete` is RunSettings::on_complete. Throws ExitWith{stopped} after a signal.
RunResult run_with_messages(const std::vector<Config>& configs, const RunOptions& options, DataPaths paths,
                            const std::function<void(const Config&)>& on_complete = {});

}  // namespace sketchbench
