#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/measurements.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// One line of a regression experiment's table.csv: the runs of one data set, kernel, method and D, and the
/// errors of their predictions on the test part (learners/metrics.hpp).
struct RegressionRow : RunGroup, RunCosts {
  explicit RegressionRow(RunGroup group);

  Sample rmse, relative_rmse, r2;
  Index n_train = 0, n_test = 0, d = 0;  ///< rows and columns of the data; 0 while no record says it
};

/// Everything that the report of one regression configuration is made from.
struct RegressionResults {
  Config config;
  std::vector<RegressionRow> rows;    ///< in the order of expand()
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
};

/// From records alone.
RegressionResults regression_results(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
