#pragma once
#include "harness/cell/experiment.hpp"

namespace sketchbench {

/// Trains a regressor on the training part and measures its errors on the test part: the result has "rmse",
/// "relative_rmse" and "r2" (metrics.hpp). "exact" trains a kernel machine on the rows as they are; every
/// other method maps the rows first.
Experiment regression_experiment();

}  // namespace sketchbench
