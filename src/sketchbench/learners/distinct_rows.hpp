#pragma once
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// Rows of one class that are alike share a dual variable: only the sum of theirs counts.
struct DistinctRows {
  std::vector<Index> first;    ///< the first row of each kind, ascending
  std::vector<Index> kind;     ///< of each row
  std::vector<double> weight;  ///< of all rows of each kind
};

/// Alike are rows whose stored values are the same bits. `weights`: one a row; empty: 1 each.
DistinctRows distinct_rows(const Rows& x, const std::vector<bool>& positive,
                           std::span<const double> weights = {});

}  // namespace sketchbench
