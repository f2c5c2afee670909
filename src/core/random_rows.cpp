#include "core/random_rows.hpp"

#include <algorithm>
#include <numeric>

#include "core/random.hpp"

namespace sketchbench {

std::vector<Index> random_rows(Index n, Index most, std::string_view purpose) {
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  if (n <= most) return rows;
  RandomStream(0, purpose).shuffle(rows);
  rows.resize(static_cast<std::size_t>(most));
  std::ranges::sort(rows);
  return rows;
}

}  // namespace sketchbench
