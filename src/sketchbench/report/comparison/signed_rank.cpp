#include <sketchbench/report/comparison/signed_rank.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <sketchbench/report/comparison/ranks.hpp>

namespace sketchbench {
namespace {

/// Of the sum of those of the whole numbers that n tosses of a coin keep: the probability that it is at most
/// `limit`.
double probability_up_to(const std::vector<std::size_t>& numbers, std::size_t limit) {
  std::vector<double> probability(limit + 1, 0.0);
  probability[0] = 1;
  for (const std::size_t number : numbers)
    for (std::size_t sum = limit + 1; sum-- > 0;)
      probability[sum] = 0.5 * (probability[sum] + (sum >= number ? probability[sum - number] : 0.0));
  double total = 0;
  for (const double one : probability) total += one;
  return total;
}

}  // namespace

SignedRank signed_rank_test(std::span<const double> differences) {
  std::vector<double> sizes;
  std::vector<bool> above;
  for (const double difference : differences) {
    if (difference == 0) continue;
    sizes.push_back(std::abs(difference));
    above.push_back(difference > 0);
  }
  SignedRank test{.n = static_cast<int>(sizes.size())};
  if (sizes.empty()) return test;
  const std::vector<double> ranks = ranks_of(sizes);
  std::vector<std::size_t> doubled;  // ranks are whole or halves
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    (above[i] ? test.positive : test.negative) += ranks[i];
    doubled.push_back(static_cast<std::size_t>(std::llround(2 * ranks[i])));
  }
  const auto smaller = static_cast<std::size_t>(std::llround(2 * std::min(test.positive, test.negative)));
  test.p_value = std::min(1.0, 2 * probability_up_to(doubled, smaller));
  test.least_p = std::ldexp(1.0, 1 - test.n);
  return test;
}

int least_pairs(double level) {
  int n = 1;
  while (std::ldexp(1.0, 1 - n) > level) ++n;
  return n;
}

}  // namespace sketchbench
