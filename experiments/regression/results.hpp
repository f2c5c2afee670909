#pragma once
#include <sketchbench/report/measurements.hpp>
#include <sketchbench/report/results/run_rows.hpp>

namespace sketchbench {

/// One line of a regression experiment's table.csv: the runs of one data set, kernel, method and D, and the
/// errors of their predictions on the test part (learners/metrics.hpp).
struct RegressionRow : RunGroup, RunCosts {
  explicit RegressionRow(RunGroup group);

  Sample rmse, relative_rmse, r2;
  Index n_train = 0, n_test = 0, d = 0;  ///< rows and columns of the data; 0 while no record says it
};

/// Everything that the report of one regression configuration is made from.
using RegressionResults = RunRows<RegressionRow>;

/// From records alone.
inline RegressionResults regression_results(const Config& config, const ReportSources& sources) {
  return run_rows<RegressionRow>(config, sources);
}

}  // namespace sketchbench
