#pragma once
#include <filesystem>
#include <functional>
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/plan/plan.hpp>
#include <sketchbench/harness/worker/progress.hpp>
#include <sketchbench/harness/worker/scheduler.hpp>

namespace sketchbench {

/// How configurations are to be run.
struct RunSettings {
  std::filesystem::path results;
  DataPaths data;
  std::vector<Filter> only;  ///< of the cells; empty: all
  CellChoice choice = {};    ///< of one of several runs, which leaves no list of skips
  bool wait = true;          ///< for cells that other runs have under way; false: leaves them to those
  int jobs = 1;              ///< cells at once
  RankLaunch launch = {};    ///< processes for each cell whose rows can be divided
  double time_limit_s = 0;   ///< of one cell; 0: none
  double memory_budget = 0;  ///< bytes for all cells at once; 0: no limit
  double memory_limit = 0;   ///< of what they have in memory (ScheduleOptions::memory_limit); 0: none
  bool dry_run = false;      ///< plans, and fetches, prepares and writes nothing
  bool force = false;        ///< computes cells again that have a record
  /// Called once, when it is known what there is to do; may be empty.
  std::function<void(const Plan&)> on_plan = {};
  /// Called with each configuration as soon as all of it has been run, while others are; they are then run in
  /// turn. Not for those that end with the run. Empty: cheap cells come first, whatever they are for.
  std::function<void(const Config&)> on_complete = {};
};

/// How a run went.
enum class RunOutcome {
  complete,  ///< every cell that could run has a record; data sets of the program's own may be missing
  idle,  ///< the same, but nothing could run at all, or nothing of a configuration on data of the user's own,
         ///< or not each of the cells that were asked for by their ids
  incomplete,  ///< a cell failed or ran out of time, in another run on the same results as well, or has a
               ///< record that has yet to be sealed
  stopped      ///< by a signal; what was finished is kept
};

struct RunResult {
  RunOutcome outcome = RunOutcome::complete;
  RunSummary summary = {};    ///< of the cells that were left to run
  std::string shortage = {};  ///< Plan::shortage
};

/// What run_configs() would run: checks the configurations, their data sets and plug-ins, and prepares the
/// data unless it is a dry run. Throws as run_configs() does.
Plan plan_configs(const std::vector<Config>& configs, const RunSettings& settings, Progress& progress);
/// Throws InputError where the plan lacks cells that were asked for by their ids.
void require_chosen(const Plan& plan, const CellChoice& choice);
/// Whether it is a fault that so little can run: data sets of the program's own may be missing, as long as
/// there is something to do.
bool is_idle(const Plan& plan, const std::vector<Config>& configs, const RunSettings& settings);

/// From configurations to records: checks them, their data sets and plug-ins, plans, prepares the data, runs
/// the cells that have no record yet and leaves lists of those that were skipped. A dry run is complete.
/// `progress` has the line about what goes on. InputError, before anything runs, for two configurations of
/// one name, for data and plug-ins that cannot be used, and as make_plan() does; Interrupted when a signal
/// comes before the first cell.
RunResult run_configs(const std::vector<Config>& configs, const RunSettings& settings, Progress& progress);

}  // namespace sketchbench
