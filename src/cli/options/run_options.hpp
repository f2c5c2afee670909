#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/options/data_options.hpp"
#include "cli/results_folder.hpp"
#include "harness/config/config.hpp"

namespace CLI {
class App;
}

namespace sketchbench {

/// What `run` and `reproduce` share on the command line.
struct RunOptions {
  std::vector<std::string> only;
  int jobs = 0;             ///< 0: as many as there are cores
  double time_limit_s = 0;  ///< of one cell; 0: none
  std::filesystem::path results = default_results;
  DataOptions data;
  bool dry_run = false, force = false, quick = false;
  /// Called with each configuration as soon as all of it has been run, while others are; they are then run in
  /// turn. Not for those that end with the run. Empty: cheap cells come first, whatever they are for.
  std::function<void(const Config&)> on_complete = {};
};

void add_run_options(CLI::App& command, RunOptions& options);

/// How a run went.
enum class RunOutcome {
  complete,  ///< every cell that could run has a record; data sets of the program's own may be missing
  idle,  ///< the same, but nothing could run at all, or nothing of a configuration on data of the user's own
  incomplete  ///< a cell failed or ran out of time, in another run on the same results as well, or has a
              ///< record that has yet to be sealed
};

/// Plans and runs the configurations and says how it went; a dry run is complete. Throws ExitWith{stopped}
/// after a signal.
RunOutcome run_configs(const std::vector<Config>& configs, const RunOptions& options);

}  // namespace sketchbench
