#include <sketchbench/report/mean_interval.hpp>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {
namespace {

/// Third central moment over the cubed standard deviation; 0 for values that are all the same.
double skewness(std::span<const double> values, double mean) {
  double squares = 0, cubes = 0;
  for (const double value : values) {
    const double difference = value - mean;
    squares += difference * difference;
    cubes += difference * difference * difference;
  }
  const auto n = static_cast<double>(values.size());
  return squares > 0 ? cubes / n / std::pow(squares / n, 1.5) : 0;
}

/// The w with w + g w^2 / 3 + g^2 w^3 / 27 + g / (6 n) = y, Hall's transformation of w = (mean - truth) /
/// deviation under the skewness g.
double inverse_of_hall(double y, double g, double n) {
  if (std::abs(g) < 1e-6) return y;  // its limit, where the formula below divides nothing by nothing
  return 3 / g * (std::cbrt(1 + g * (y - g / (6 * n))) - 1);
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
  const auto n = static_cast<double>(values.size());
  const double g = skewness(values, sample.mean);
  const boost::math::students_t law(n - 1);
  const double y = boost::math::quantile(boost::math::complement(law, (1 - confidence) / 2)) / std::sqrt(n);
  return {sample.mean, sample.mean - *sample.std * inverse_of_hall(y, g, n),
          sample.mean - *sample.std * inverse_of_hall(-y, g, n)};
}

}  // namespace sketchbench
