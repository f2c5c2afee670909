#pragma once
#include <span>
#include <vector>

#include "core/rows.hpp"

namespace sketchbench {

/// Rows with their labels: one part (train or test) of a split. A view; the Dataset keeps the memory.
struct LabeledRows {
  Rows x;
  std::span<const float>
      y;  ///< one label a row, as published (-1/+1, 0..9) after the manifest's preprocessing
};

/// Rows with their labels, owning.
struct LabeledMatrix {
  CsrMatrix x;
  std::vector<float> y;
};

}  // namespace sketchbench
