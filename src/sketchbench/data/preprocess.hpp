#pragma once
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <sketchbench/data/dataset.hpp>
#include <sketchbench/data/stored_rows.hpp>

namespace sketchbench {

/// Label `positive` becomes +1, every other one -1.
struct BinaryLabels {
  float positive = 1;
};

/// The targets of a data set for regression, in double precision: log1p, y -> log(1 + y), for y > -1.
struct TargetTransform {
  enum class Function { log1p } function = Function::log1p;
};

/// First and last column (inclusive, from 0); none: all.
using ColumnRange = std::optional<std::pair<Index, Index>>;

/// v -> low + (high - low) (v - min) / (max - min), column by column, zeros included. min and max are those
/// of the training part alone; test values outside them are not clipped. A column that is constant in
/// training becomes 0 in both parts. Unless min maps to 0, zeros become non-zeros and the rows lose their
/// sparsity.
struct MinMax {
  double low = 0;
  double high = 1;
  ColumnRange columns;
};

/// v -> (v - mean) / sd, column by column, zeros included: mean and standard deviation (with n below) of the
/// training part alone. A column that is constant in training becomes 0 in both parts.
struct UnitVariance {
  ColumnRange columns;
};

/// `value` becomes `by`, other values stay: for a number that stands for a missing one. Either may be 0.
struct Replace {
  float value = 0, by = 0;
  ColumnRange columns;
};

/// v -> low below it, high above it: for values that cannot have been measured. Zeros included.
struct Clip {
  float low = 0, high = 0;
  ColumnRange columns;
};

/// v -> v + value, zeros included.
struct Add {
  double value = 0;
  ColumnRange columns;
};

/// v -> v / by.
struct Divide {
  double by = 1;
};

/// Rows scaled to Euclidean length 1; a row of zeros stays.
struct UnitLength {};

using PreprocessStep =
    std::variant<BinaryLabels, TargetTransform, MinMax, UnitVariance, Replace, Clip, Add, Divide, UnitLength>;

/// Applies the steps in order to both parts; whatever a step learns, it learns from `train`. InputError, with
/// step, row, column and value, where a result is beyond single precision.
void preprocess(const std::vector<PreprocessStep>& steps, LabeledStore& train, LabeledStore& test);

}  // namespace sketchbench
