#pragma once
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/core/task.hpp>

namespace sketchbench {

/// Rows with their labels: one part (train or test) of a split. A view; the Dataset keeps the memory.
struct LabeledRows {
  Rows x;
  /// One a row, after the manifest's preprocessing: a label as published (-1/+1, 0..9), or a target.
  std::span<const float> y;
  Task task = Task::classification;  ///< whether y are labels or targets
};

/// Rows with their labels, owning.
struct LabeledMatrix {
  CsrMatrix x;
  std::vector<float> y;
};

}  // namespace sketchbench
