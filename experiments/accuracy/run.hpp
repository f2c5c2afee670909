#pragma once
#include <optional>

#include "experiments/learning.hpp"

namespace sketchbench {

/// Tables 1-3, Figures 3 and 4: trains on the training part, counts hits on the test part (percent) and, of
/// two classes, looks at the order of their scores (AUC).
/// "exact" trains a kernel machine on the rows as they are; every other method maps the rows first.
Experiment accuracy_experiment();

struct Accuracy : LearningFacts {
  double accuracy = 0;  ///< per cent of the test rows
  /// Of two classes: the area under the ROC curve of the test rows' scores. None where there are more, where
  /// the test rows are of one, and in records from before there was one.
  std::optional<double> auc;

  static const Fields<Accuracy>& fields();
};

}  // namespace sketchbench
