#include <sketchbench/core/random_row_numbers.hpp>

#include <algorithm>
#include <numeric>

#include <sketchbench/core/random.hpp>

namespace sketchbench {

std::vector<Index> random_row_numbers(Index n, Index most, Seed seed, std::string_view purpose) {
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  if (n <= most) return rows;
  RandomStream(seed, purpose).shuffle(rows);
  rows.resize(static_cast<std::size_t>(most));
  std::ranges::sort(rows);
  return rows;
}

}  // namespace sketchbench
