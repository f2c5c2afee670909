#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <sketchbench/harness/plan/plan.hpp>
#include <sketchbench/harness/record/cell_claims.hpp>
#include <sketchbench/harness/worker/progress.hpp>
#include <sketchbench/harness/worker/rank_launch.hpp>

namespace sketchbench {

struct ScheduleOptions {
  int jobs = 1;
  double time_limit_s = 0;   ///< for one cell, wall clock; 0: none
  double memory_budget = 0;  ///< bytes for all workers together, by the plan's estimates; 0: no limit
  /// Bytes that they may have in memory together, as a cluster has reserved them; beyond that the largest is
  /// ended, and its record says what for (ended_for_key). 0: no limit.
  double memory_limit = 0;
  bool wait = true;        ///< false: a cell that another run has under way is left to it
  RankLaunch launch = {};  ///< of cells that are planned for several ranks
  DataPaths paths;
  ClaimTimes claims;
  /// Seconds to wait before giving up when no worker can be started (no processes, no descriptors are left).
  double patience_s = 30;
  /// Called with a configuration's place in the plan as soon as nothing of it or of those before it is left
  /// to do; in this order, and not for those that end with the run. May be empty.
  std::function<void(std::size_t config)> on_complete = {};
};

struct RunSummary {
  std::size_t done = 0, failed = 0, timeout = 0;
  std::size_t elsewhere = 0;          ///< finished by other runs on the same results meanwhile
  std::size_t left = 0;               ///< under way in other runs, and not waited for
  bool stopped = false;               ///< by SIGINT or SIGTERM
  std::vector<std::string> failures;  ///< one line each; of other runs as well
};

/// Runs the plan's cells in worker processes, at most `jobs` at once and never more than the memory budget
/// allows, and stores a record for each as soon as it ends. Other runs on the same results take part: each
/// cell is claimed before it is computed (cell_claims.hpp), and what another has under way is waited for. A
/// signal kills the workers and returns; what was stored stays. Error when no worker can be started at all.
RunSummary run_plan(const Plan& plan, const Store& store, const ScheduleOptions& options, Progress& progress);

}  // namespace sketchbench
