#include <sketchbench/report/verdicts/welch.hpp>

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace sketchbench {
namespace {

/// From here on Student's law is the normal one to the last digit that anybody reads.
constexpr double normal_from = 1e8;

double upper_quantile(double freedom, double tail) {
  if (freedom >= normal_from)
    return boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
  return boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), tail));
}

double upper_tail(double freedom, double t) {
  if (freedom >= normal_from) return boost::math::cdf(boost::math::complement(boost::math::normal(), t));
  return boost::math::cdf(boost::math::complement(boost::math::students_t(freedom), t));
}

}  // namespace

MeanInterval WelchEstimate::interval(double confidence) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (std::isinf(error)) return {estimate, -infinity, infinity};
  const double scatter = error > 0 ? upper_quantile(freedom, (1 - confidence) / 2) * error : 0;
  return {estimate, estimate - scatter - bound, estimate + scatter + bound};
}

double WelchEstimate::p_value() const {
  const double beyond = std::max(0.0, std::abs(estimate) - bound);
  if (beyond == 0 || std::isinf(error)) return 1;
  return error > 0 ? 2 * upper_tail(freedom, beyond / error) : 0;
}

double detectable(const WelchEstimate& estimate, double level, double power) {
  if (std::isinf(estimate.error)) return estimate.error;
  if (estimate.error == 0) return estimate.bound;
  const double limit = upper_quantile(estimate.freedom, level / 2);
  // The other side's share of the power is below level / 2.
  const auto found = [&](double shift) {
    if (estimate.freedom >= normal_from)
      return boost::math::cdf(boost::math::complement(boost::math::normal(shift), limit));
    return boost::math::cdf(
        boost::math::complement(boost::math::non_central_t(estimate.freedom, shift), limit));
  };
  double low = 0, high = 1;
  while (found(high) < power) high *= 2;
  while (high - low > 1e-6 * high) {
    const double middle = (low + high) / 2;
    (found(middle) < power ? low : high) = middle;
  }
  return high * estimate.error + estimate.bound;
}

WelchEstimate welch_estimate(double estimate, std::span<const VariancePart> parts, double bound) {
  double variance = 0, squares_over_freedom = 0;
  for (const VariancePart& part : parts) {
    variance += part.variance;
    squares_over_freedom += part.variance * part.variance / part.freedom;
  }
  WelchEstimate made{.estimate = estimate, .error = std::sqrt(variance), .bound = bound};
  if (squares_over_freedom > 0 && !std::isinf(variance))
    made.freedom = variance * variance / squares_over_freedom;
  return made;
}

}  // namespace sketchbench
