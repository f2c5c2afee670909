#pragma once
#include <span>
#include <string_view>
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// What is to be learnt from a data set: which class a row belongs to, or a number, its target.
enum class Task { classification, regression };

/// As manifests write it: "classification", "regression".
constexpr std::string_view name_of(Task task) {
  return task == Task::classification ? "classification" : "regression";
}

/// Rows with their labels: one part (train or test) of a split. A view; the Dataset keeps the memory.
struct LabeledRows {
  Rows x;
  /// One a row, after the manifest's preprocessing: a label as published (-1/+1, 0..9), or a target.
  std::span<const float> y;
  Task task = Task::classification;  ///< whether y are labels or targets
  /// One a row, not negative: what its loss counts, as if the row were there so many times. Empty: 1 each.
  std::span<const double> weights = {};
};

/// Rows with their labels, owning.
struct LabeledMatrix {
  CsrMatrix x;
  std::vector<float> y;
};

}  // namespace sketchbench
