#include <sketchbench/data/dominant_column.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {

std::optional<DominantColumn> dominant_column(const Rows& x) {
  constexpr Index enough_rows = 1000;
  constexpr double dominant_share = 0.9;
  const std::vector<Index> rows = random_row_numbers(x.size(), enough_rows, 0, "dominant_column");
  if (x.dim() < 2 || rows.size() < 2) return std::nullopt;
  struct Sums {
    double first = 0;  ///< the first value: what is summed is the distance from it
    double sum = 0, squares = 0;
    Index count = 0;
  };
  std::unordered_map<Index, Sums> columns;
  for (const Index i : rows)
    x.for_each_nonzero(i, [&](Index j, float v) {
      Sums& column = columns.try_emplace(j, Sums{.first = double{v}}).first->second;
      const double from_first = double{v} - column.first;
      column.sum += from_first;
      column.squares += from_first * from_first;
      ++column.count;
    });
  const auto n = static_cast<double>(rows.size());
  double all = 0;
  DominantColumn best;
  for (const auto& [j, column] : columns) {
    const double zeros = n - static_cast<double>(column.count),
                 mean = (column.sum - zeros * column.first) / n;
    const double variance = (column.squares + zeros * column.first * column.first) / n - mean * mean;
    all += std::max(variance, 0.0);
    if (variance > best.share || (variance == best.share && j < best.column)) best = {j, variance};
  }
  if (!std::isfinite(all) || all <= 0) return std::nullopt;
  best.share /= all;
  return best.share >= dominant_share ? std::optional(best) : std::nullopt;
}

std::string DominantColumn::text(Index columns) const {
  return fmt::format("column {} of {} alone makes {:.0f} % of the squared distances between rows", column + 1,
                     columns, std::floor(100 * share));
}

}  // namespace sketchbench
