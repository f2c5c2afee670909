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

/// An interval for the mean of independent values of one law, which may be skewed: Student's t interval, bent
/// by the transformation of Hall 1992 ("On the removal of skewness by transformation", J. R. Statist. Soc. B
/// 54) that takes the leading effect of skewness out of the t statistic. Means of squares of heavy-tailed
/// errors need it: most samples lack the rare large values, so their mean and their deviation are too small
/// together, and Student's interval ends below the true mean too often. It is still an approximation.
/// `confidence` in (0, 1). Throws Error for fewer than two values.
MeanInterval mean_interval(std::span<const double> values, double confidence);

}  // namespace sketchbench
