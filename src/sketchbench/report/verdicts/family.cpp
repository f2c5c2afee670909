#include <sketchbench/report/verdicts/family.hpp>

#include <algorithm>
#include <numeric>

namespace sketchbench {

double bonferroni_confidence(std::size_t size, double level) { return 1 - level / static_cast<double>(size); }

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> ascending(p_values.size());
  std::iota(ascending.begin(), ascending.end(), std::size_t{0});
  std::ranges::stable_sort(ascending, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < ascending.size(); ++rank) {
    const auto hypotheses_left = static_cast<double>(p_values.size() - rank);
    largest = std::max(largest, std::min(1.0, hypotheses_left * p_values[ascending[rank]]));
    adjusted[ascending[rank]] = largest;
  }
  return adjusted;
}

}  // namespace sketchbench
