#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/cli/options/data_options.hpp>
#include <sketchbench/cli/options/results_folder.hpp>
#include <sketchbench/harness/run/run.hpp>

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
  bool dry_run = false, verbose = false, force = false, quick = false;
  CellChoice choice = {};   ///< no option of its own: what a command makes of its own
  bool wait = true;         ///< likewise
  double memory_limit = 0;  ///< likewise; bytes
  RankLaunch launch = {};   ///< likewise

  /// The same for the harness, with data in these places. InputError for a filter that is none.
  RunSettings settings(DataPaths paths) const;
};

/// --only, --time-limit, --results and where the data are: which cells a command is about.
void add_cell_options(CLI::App& command, RunOptions& options);
/// These, --jobs, --dry-run and --force.
void add_run_options(CLI::App& command, RunOptions& options);

}  // namespace sketchbench
