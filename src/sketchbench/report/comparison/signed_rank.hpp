#pragma once
#include <span>

namespace sketchbench {

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

}  // namespace sketchbench
