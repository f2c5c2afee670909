#pragma once
#include <vector>

namespace sketchbench {

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
