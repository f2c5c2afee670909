#pragma once
#include <vector>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// Rows of one class that are alike share a dual variable: only the sum of theirs counts.
struct DistinctRows {
  std::vector<Index> first;  ///< the first row of each kind, ascending
  std::vector<Index> kind;   ///< of each row
  std::vector<Index> count;  ///< rows of each kind
};

/// Alike are rows whose stored values are the same bits.
DistinctRows distinct_rows(const Rows& x, const std::vector<bool>& positive);

}  // namespace sketchbench
