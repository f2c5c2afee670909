#pragma once
#include <optional>
#include <string>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// A column that distances between rows are made of almost alone: the others hardly count in a kernel.
struct DominantColumn {
  Index column = 0;  ///< from 0
  double share = 0;  ///< of the sum of all columns' variances, which is half the mean squared distance

  /// For people: "column 6 of 14 alone makes 98 % of the squared distances between rows".
  std::string text(Index columns) const;
};

/// The column with at least nine tenths of the variance of 1000 rows, drawn from a stream of their own (of
/// all rows, where there are fewer); none where there is one column alone. The cost is that of their
/// non-zeros.
std::optional<DominantColumn> dominant_column(const Rows& x);

}  // namespace sketchbench
