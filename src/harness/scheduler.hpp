#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "harness/plan.hpp"
#include "harness/progress.hpp"

namespace sketchbench {

struct ScheduleOptions {
  int jobs = 1;
  double time_limit_s = 0;   ///< for one cell, wall clock; 0: none
  double memory_budget = 0;  ///< bytes for all workers together; 0: no limit
  DataPaths paths;
};

struct RunSummary {
  std::size_t done = 0, failed = 0, timeout = 0;
  bool stopped = false;               ///< by SIGINT or SIGTERM
  std::vector<std::string> failures;  ///< one line each
};

/// Runs the plan's cells in worker processes, at most `jobs` at once and never more than the memory budget
/// allows, and stores a record for each as soon as it ends. A signal kills the workers and returns; what was
/// stored stays.
RunSummary run_plan(const Plan& plan, const Store& store, const ScheduleOptions& options, Progress& progress);

/// Prepares a data set in a process of its own, passing its news on, and returns what it holds.
/// Throws DatasetUnavailable, InputError or Error as prepare_dataset does.
DatasetInfo prepare_in_process(const DatasetRequest& request, const DataPaths& paths, Progress& progress);

}  // namespace sketchbench
