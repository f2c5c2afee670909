#pragma once
#include "experiments/learning.hpp"

namespace sketchbench {

/// Trains a regressor on the training part and measures its errors on the test part (learners/metrics.hpp).
/// "exact" trains a kernel machine on the rows as they are; every other method maps the rows first.
Experiment regression_experiment();

struct RegressionErrors : LearningFacts {
  double rmse = 0, relative_rmse = 0, r2 = 0;

  static const Fields<RegressionErrors>& fields();
};

}  // namespace sketchbench
