#pragma once
#include <optional>
#include <vector>

#include <sketchbench/report/leaderboard/leaderboard.hpp>

namespace sketchbench {

/// How a result stands among all rows of its board. template/leaderboard.js does the same for the rows that
/// are within a reader's limits.
struct Standing {
  int rank = 0;       ///< from 1; results that are not told from the best of them share it; 0: not ranked
  bool tied = false;  ///< others have the same rank
  /// Whether no other is at least as good in the number's mean, D, CPU seconds and memory, and better in one;
  /// none for a result of another processor, whose times are not compared.
  std::optional<bool> on_front;
};

/// In the order of the rows. The best that has no rank and whatever is not told from it share the next rank,
/// and so on; a result that cannot be judged against the best of those left has none. The front is that of
/// the results of `processor`. The exact kernel has no D: it counts as more than any.
std::vector<Standing> standings(const Leaderboard& board, const std::string& processor);

}  // namespace sketchbench
