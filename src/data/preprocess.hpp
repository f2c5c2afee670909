#pragma once
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "data/dataset.hpp"

namespace sketchbench {

/// Label `positive` becomes +1, every other one -1.
struct BinaryLabels {
  float positive = 1;
};

/// v -> low + (high - low) (v - min) / (max - min), column by column, zeros included. min and max are those
/// of the training part alone; test values outside them are not clipped. A column that is constant in
/// training becomes 0 in both parts. Unless min maps to 0, zeros become non-zeros and the rows lose their
/// sparsity.
struct MinMax {
  double low = 0;
  double high = 1;
  std::optional<std::pair<Index, Index>> columns;  ///< first and last (inclusive, from 0); none: all
};

/// v -> v / by.
struct Divide {
  double by = 1;
};

/// Rows scaled to Euclidean length 1; a row of zeros stays.
struct UnitLength {};

using PreprocessStep = std::variant<BinaryLabels, MinMax, Divide, UnitLength>;

/// Applies the steps in order to both parts; whatever a step learns, it learns from `train`. InputError, with
/// step, row, column and value, where a result is beyond single precision.
void preprocess(const std::vector<PreprocessStep>& steps, LabeledMatrix& train, LabeledMatrix& test);

}  // namespace sketchbench
