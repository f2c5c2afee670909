#include <sketchbench/core/quartiles.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <sketchbench/core/error.hpp>

namespace sketchbench {

Quartiles quartiles_of(std::span<const double> values) {
  if (values.empty()) throw Error("there are no quartiles of no values");
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place), above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], place - std::floor(place));
  };
  return {sorted.front(), at(0.25), at(0.5), at(0.75), sorted.back()};
}

const Fields<Quartiles>& Quartiles::fields() {
  using Q = Quartiles;
  static const Fields<Q> all = {{{.name = "min", .low = 0}, &Q::min},
                                {{.name = "q1", .low = 0}, &Q::q1},
                                {{.name = "median", .low = 0}, &Q::median},
                                {{.name = "q3", .low = 0}, &Q::q3},
                                {{.name = "max", .low = 0}, &Q::max}};
  return all;
}

}  // namespace sketchbench
