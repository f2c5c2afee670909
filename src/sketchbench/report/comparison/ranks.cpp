#include <sketchbench/report/comparison/ranks.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

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

int least_rankings(int contenders, double level) {
  const double orders = std::tgamma(contenders + 1.0);
  int n = 1;
  for (double probability = 1; probability > level; probability /= orders) ++n;
  return n;
}

namespace {

constexpr std::uint64_t permutation_seed = 1937;

std::vector<double> ranks_from_the_best(std::vector<double> scores) {
  for (double& score : scores) score = -score;
  return ranks_of(scores);
}

std::vector<double> sums_of(const std::vector<std::vector<double>>& ranks) {
  std::vector<double> sums(ranks.front().size(), 0.0);
  for (const std::vector<double>& of_dataset : ranks)
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += of_dataset[j];
  return sums;
}

/// What Friedman's statistic grows with; halves of whole numbers, so that sums in any order are equal.
double sum_of_squares(const std::vector<double>& sums) {
  double squares = 0;
  for (const double sum : sums) squares += sum * sum;
  return squares;
}

void shuffle(std::vector<double>& values, std::mt19937_64& random) {
  // The standard's distributions differ from library to library; with so few values the remainder's bias is
  // below 2^-50.
  for (std::size_t left = values.size(); left > 1; --left)
    std::swap(values[left - 1], values[random() % left]);
}

double p_value_of(std::vector<std::vector<double>> ranks, double observed) {
  std::mt19937_64 random(permutation_seed);
  int as_large = 1;
  for (int i = 0; i < rank_permutations; ++i) {
    for (std::vector<double>& of_dataset : ranks) shuffle(of_dataset, random);
    if (sum_of_squares(sums_of(ranks)) >= observed) ++as_large;
  }
  return static_cast<double>(as_large) / (rank_permutations + 1);
}

/// Friedman's statistic; 0 where all tie on every data set.
double chi_squared_of(const std::vector<std::vector<double>>& ranks, double squares) {
  const auto n = static_cast<double>(ranks.size()), k = static_cast<double>(ranks.front().size());
  const double mean = (k + 1) / 2;
  double within = 0;  // without ties n k (k^2 - 1) / 12
  for (const std::vector<double>& of_dataset : ranks)
    for (const double rank : of_dataset) within += (rank - mean) * (rank - mean);
  if (within == 0) return 0;
  return (k - 1) * (squares / n - n * k * mean * mean) / (within / n);
}

}  // namespace

AverageRanks average_ranks(const std::vector<std::vector<double>>& scores) {
  std::vector<std::vector<double>> ranks;
  for (const std::vector<double>& of_dataset : scores) ranks.push_back(ranks_from_the_best(of_dataset));
  const std::vector<double> sums = sums_of(ranks);
  const double squares = sum_of_squares(sums);
  AverageRanks made{.datasets = static_cast<int>(scores.size())};
  for (const double sum : sums) made.ranks.push_back(sum / static_cast<double>(scores.size()));
  made.chi_squared = chi_squared_of(ranks, squares);
  made.p_value = p_value_of(ranks, squares);
  return made;
}

}  // namespace sketchbench
