#pragma once
#include <span>
#include <vector>

namespace sketchbench {

/// Ranks from 1, the smallest value first; values that are equal share the mean of their ranks. Equal: within
/// 1e-9 of each other in proportion, for means of the same numbers in another order differ in their last
/// bits. Requires finite values.
std::vector<double> ranks_of(std::span<const double> values);

/// Wilcoxon's signed-rank test (Wilcoxon 1945, "Individual comparisons by ranking methods", Biometrics
/// Bulletin 1) on one difference for each pair, here for each data set. It is what Demšar 2006 ("Statistical
/// comparisons of classifiers over multiple data sets", JMLR 7) recommends for two methods: differences on
/// different data sets are compared by their order alone, so that none of them decides by its size, and no
/// law is assumed but that a difference is as likely to have the other sign where there is none.
struct SignedRank {
  int n = 0;            ///< differences that are not 0; the others say nothing and are left out
  double positive = 0;  ///< the sum of the ranks of those above 0
  double negative = 0;  ///< of those below
  double p_value = 1;   ///< two-sided, of the exact law given the sizes, ties among them included
  double least_p = 1;   ///< the smallest that so many differences can have: 2 / 2^n
};

/// Time and memory grow as n^3 and n^2: for up to some hundred differences. Requires finite ones.
SignedRank signed_rank_test(std::span<const double> differences);

/// Fewer differences than this cannot be told from 0 at that level in (0, 1), whatever they are.
int least_pairs(double level);
/// On fewer data sets than this so many contenders, at least two, cannot be told apart by their ranks at that
/// level, whatever they are: all others rank them as the first does with probability 1 / (k!)^(n - 1).
int least_rankings(int contenders, double level);

/// Contenders ranked on each data set, the best first (Demšar 2006, "Statistical comparisons of classifiers
/// over multiple data sets", JMLR 7).
struct AverageRanks {
  std::vector<double> ranks;  ///< over the data sets, of each contender; those that tie share theirs
  int datasets = 0;
  /// Friedman's statistic with its correction for ties (Friedman 1937, J. Amer. Statist. Assoc. 32).
  double chi_squared = 0;
  /// The probability of one at least as large if ranks were drawn again on each data set, from
  /// rank_permutations draws with a fixed seed, the observed one counted among them: it is not below that for
  /// few data sets, as the limiting law's is.
  double p_value = 1;
};

inline constexpr int rank_permutations = 9'999;

/// scores[data set][contender], larger is better. Requires at least one data set, and as many scores on each.
AverageRanks average_ranks(const std::vector<std::vector<double>>& scores);

}  // namespace sketchbench
