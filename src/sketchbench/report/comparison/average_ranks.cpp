#include <sketchbench/report/comparison/average_ranks.hpp>

#include <algorithm>
#include <cstdint>
#include <random>

#include <sketchbench/report/comparison/ranks.hpp>

namespace sketchbench {
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
