#include <sketchbench/features/nystrom/draw_without_repetition.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <sketchbench/core/random.hpp>

namespace sketchbench {

std::vector<Index> draw_without_repetition(const std::vector<double>& weights, Index count, Seed seed,
                                           std::string_view purpose) {
  // The order of independent exponential times with these rates is the order of such draws (Efraimidis &
  // Spirakis 2006).
  RandomStream random(seed, purpose);
  std::vector<std::pair<double, double>> times;  // and a second one, for those of rate 0
  for (const double weight : weights) {
    const double time = -std::log1p(-random.uniform());
    times.emplace_back(weight > 0 ? time / weight : std::numeric_limits<double>::infinity(), time);
  }
  std::vector<Index> order(weights.size());
  std::iota(order.begin(), order.end(), 0);
  const auto at = [&](Index i) { return times[static_cast<std::size_t>(i)]; };
  std::partial_sort(order.begin(), order.begin() + count, order.end(),
                    [&](Index a, Index b) { return std::pair(at(a), a) < std::pair(at(b), b); });
  order.resize(static_cast<std::size_t>(count));
  return order;
}

}  // namespace sketchbench
