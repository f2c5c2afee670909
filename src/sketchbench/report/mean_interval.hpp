#pragma once
#include <span>

namespace sketchbench {

/// A mean with the ends of a confidence interval.
struct MeanInterval {
  double mean = 0, low = 0, high = 0;

  bool holds(double value) const { return low <= value && value <= high; }
};

/// Of a number whose logarithm this is.
MeanInterval exponential(const MeanInterval& logarithm);
/// Of the logarithm of a positive number.
MeanInterval logarithm(const MeanInterval& number);
/// Of the number over `divisor`, which is positive.
MeanInterval over(const MeanInterval& number, double divisor);

// What is promised of the two below, and shown by simulation in tests/report/interval_coverage_test.cpp for 3
// to 30 values and families of 1 to 50 numbers at Bonferroni's level: with a probability of 0.05 at most any
// of a family's intervals misses its number, and for numbers that are differences of alike laws, or
// logarithms of ratios, with half of that on either side. No interval can promise it for all laws (Bahadur &
// Savage 1956, "The nonexistence of certain statistical procedures in nonparametric problems", Ann. Math.
// Statist. 27): each number is to be taken on the scale where its law is nearest to a symmetric one.

/// Student's t interval for the mean of independent values that are not skewed themselves: differences,
/// logarithms of ratios. Right for normal values and careful for heavy tails. Corrections for skewness
/// (Johnson 1978, Hall 1992) do not keep the level of a family for 3 to 30 normal values: of 5 values Hall's
/// misses in 9 % of families of 16, and is 1.4 times as wide. `confidence` in (0, 1). Throws Error for fewer
/// than two values.
MeanInterval mean_interval(std::span<const double> values, double confidence);

/// An interval for the mean of independent positive values that may be skewed, such as squared errors. Below
/// it is Student's, which errs on the safe side there; above the larger of Student's and of that of a
/// log-normal mean (Zou, Taleban & Huo 2009, "Confidence interval estimation for lognormal data with
/// application to health economics", Comput. Stat. Data Anal. 53), whose estimate is exp(mean + variance / 2)
/// of the logarithms. Of those that were tried it is the only one that keeps the level for exponential, gamma
/// and log-normal values alike; where values scatter by less than a tenth it is nearly Student's. Without an
/// end above where a value is 0. As above.
MeanInterval positive_mean_interval(std::span<const double> values, double confidence);

}  // namespace sketchbench
