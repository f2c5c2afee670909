#include <sketchbench/report/mean_interval.hpp>

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {
namespace {

/// s / sqrt(n) times the t that is exceeded with probability `tail`.
double half_width(const Sample& sample, double tail) {
  const boost::math::students_t law(sample.n - 1.0);
  return boost::math::quantile(boost::math::complement(law, tail)) * standard_error(sample);
}

/// The upper end for a log-normal mean, of the logarithms: the limits of their mean and of half their
/// variance, each at that tail, with the distances from the estimates added like independent errors.
double log_normal_end(const Sample& logarithms, double tail) {
  const double freedom = logarithms.n - 1.0, half_variance = *logarithms.std * *logarithms.std / 2;
  const double small = boost::math::quantile(boost::math::chi_squared(freedom), tail);
  return std::exp(logarithms.mean + half_variance +
                  std::hypot(half_width(logarithms, tail), half_variance * (freedom / small - 1)));
}

}  // namespace

MeanInterval exponential(const MeanInterval& logarithm) {
  return {std::exp(logarithm.mean), std::exp(logarithm.low), std::exp(logarithm.high)};
}

MeanInterval logarithm(const MeanInterval& number) {
  return {std::log(number.mean), std::log(number.low), std::log(number.high)};
}

MeanInterval over(const MeanInterval& number, double divisor) {
  return {number.mean / divisor, number.low / divisor, number.high / divisor};
}

MeanInterval mean_interval(std::span<const double> values, double confidence) {
  if (values.size() < 2) throw Error("an interval for a mean needs at least two values");
  const Sample sample = sample_of(values);
  const double half = half_width(sample, (1 - confidence) / 2);
  return {sample.mean, sample.mean - half, sample.mean + half};
}

MeanInterval positive_mean_interval(std::span<const double> values, double confidence) {
  MeanInterval interval = mean_interval(values, confidence);
  if (interval.low == interval.high) return interval;
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  interval.high = std::ranges::min(values) > 0
                      ? std::max(interval.high, log_normal_end(sample_of(logarithms), (1 - confidence) / 2))
                      : std::numeric_limits<double>::infinity();
  interval.low = std::max(interval.low, 0.0);
  return interval;
}

}  // namespace sketchbench
