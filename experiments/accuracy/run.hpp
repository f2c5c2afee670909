#pragma once
#include "experiments/learning.hpp"

namespace sketchbench {

/// Tables 1-3, Figures 3 and 4: trains on the training part, counts hits on the test part (percent).
/// "exact" trains a kernel machine on the rows as they are; every other method maps the rows first.
Experiment accuracy_experiment();

struct Accuracy : LearningFacts {
  double accuracy = 0;  ///< per cent of the test rows

  static const Fields<Accuracy>& fields();
};

}  // namespace sketchbench
