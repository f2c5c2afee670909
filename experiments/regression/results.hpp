#pragma once
#include <sketchbench/report/results/run_rows.hpp>

namespace sketchbench {

/// The runs of one data set, kernel, method and D, with the sizes that their costs grow with.
struct RegressionRow : RunGroup {
  explicit RegressionRow(RunGroup group);

  Index n_train = 0, n_test = 0, d = 0;  ///< rows and columns of the data; 0 while no record says it
};

/// Everything that the report of one regression configuration is made from.
using RegressionResults = RunRows<RegressionRow>;

}  // namespace sketchbench
