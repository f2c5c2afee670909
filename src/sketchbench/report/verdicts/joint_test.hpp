#pragma once
#include <span>
#include <vector>

#include <sketchbench/report/verdicts/difference.hpp>

namespace sketchbench {

/// Whether the differences of one data set are all 0, taken together: many that are each too small to be told
/// may be too many on one side, or too large in all, which Holm's test does not look at.
struct JointTest {
  int differences = 0;   ///< that were tested; those whose spread is not known are left out
  double statistic = 0;  ///< d' V^-1 d, generalised least squares
  double p_value = 1;
};

inline constexpr int joint_draws = 9'999;

/// V has the draws' variances on its diagonal and the random split's, which all differences of the data set
/// share, in full: of two of them `correlation` times the product of the split's deviations. That share is to
/// be in [0, 1); split_correlation() measures it. Each difference counts as much nearer to 0 as its rounding
/// allows. The law of the statistic is drawn `draws` times, with a fixed seed: differences of that V, each
/// variance with the errors that its degrees of freedom leave it, the split's in common. With 12 differences
/// of 5 runs and 10 splits it rejects what is true in 3 to 5 % at the level of 5 % for correlations from 0 to
/// 0.9 (tests/report/verdicts/joint_test_test.cpp).
JointTest joint_test(std::span<const Difference> differences, double correlation, int draws = joint_draws);

/// The mean correlation over pairs of numbers that were measured on the same splits, values[number][split],
/// as many of each; not below 0 and not above 0.95. 0.5 for fewer than two numbers: neither end would be
/// careful for all ways in which differences may lie.
double split_correlation(std::span<const std::vector<double>> values);

}  // namespace sketchbench
