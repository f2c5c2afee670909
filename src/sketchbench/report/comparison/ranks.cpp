#include <sketchbench/report/comparison/ranks.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sketchbench {
namespace {

constexpr double rounding = 1e-9;

}  // namespace

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> ascending(values.size());
  std::iota(ascending.begin(), ascending.end(), std::size_t{0});
  std::ranges::stable_sort(ascending, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < ascending.size();) {
    const double smallest = values[ascending[first]];
    std::size_t end = first + 1;
    while (end < ascending.size() &&
           values[ascending[end]] - smallest <= rounding * std::abs(values[ascending[end]]))
      ++end;
    for (std::size_t at = first; at < end; ++at)
      ranks[ascending[at]] = 0.5 * static_cast<double>(first + 1 + end);
    first = end;
  }
  return ranks;
}

}  // namespace sketchbench
