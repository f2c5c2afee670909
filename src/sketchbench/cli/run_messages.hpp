#pragma once
#include <functional>
#include <vector>

#include <sketchbench/cli/options/run_options.hpp>

namespace sketchbench {

/// What of a plan will not run, and which records cannot be used.
void print_what_is_left_out(const Plan& plan, const RunSettings& settings, Progress& progress);

/// Runs the configurations and says what is planned, what is left out and how it went; of a dry run, all that
/// would run. `on_complete` is RunSettings::on_complete. Throws ExitWith{stopped} after a signal.
RunOutcome run_with_messages(const std::vector<Config>& configs, const RunOptions& options, DataPaths paths,
                             const std::function<void(const Config&)>& on_complete = {});

}  // namespace sketchbench
