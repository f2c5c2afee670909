#include "report/contrast.hpp"

#include <array>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace sketchbench {

MeanInterval contrast_interval(std::span<const WeightedMean> terms, double confidence) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double sum = 0, variance = 0, squares_over_freedom = 0;
  bool known = true;
  for (const WeightedMean& term : terms) {
    sum += term.weight * term.sample.mean;
    known = known && term.sample.std;
    const double part = term.weight * standard_error(term.sample);
    if (part == 0) continue;
    variance += part * part;
    squares_over_freedom += part * part * part * part / (term.sample.n - 1);
  }
  if (!known) return {sum, -infinity, infinity};
  if (variance == 0) return {sum, sum, sum};
  const boost::math::students_t law(variance * variance / squares_over_freedom);
  const double half_width =
      boost::math::quantile(boost::math::complement(law, (1 - confidence) / 2)) * std::sqrt(variance);
  return {sum, sum - half_width, sum + half_width};
}

std::optional<Sample> logarithm_of(const Sample& sample) {
  if (!(sample.mean > 0)) return std::nullopt;
  Sample logarithm{.n = sample.n, .mean = std::log(sample.mean)};
  if (sample.std) logarithm.std = *sample.std / sample.mean;
  return logarithm;
}

std::optional<MeanInterval> log_ratio_interval(const Sample& a, const Sample& b, double confidence) {
  const std::optional<Sample> above = logarithm_of(a), below = logarithm_of(b);
  if (!above || !below) return std::nullopt;
  const std::array terms = {WeightedMean{1, *above}, WeightedMean{-1, *below}};
  return contrast_interval(terms, confidence);
}

std::optional<MeanInterval> deviation_ratio(const Sample& a, const Sample& b, double confidence) {
  if (a.n < 2 || b.n < 2 || a.std.value_or(0) == 0 || b.std.value_or(0) == 0) return std::nullopt;
  const double ratio = *a.std / *b.std, error = (1 - confidence) / 2;
  // s_a^2 / s_b^2 over the ratio of the variances has F's law with these degrees of freedom.
  const boost::math::fisher_f law(a.n - 1, b.n - 1);
  return MeanInterval{ratio, ratio / std::sqrt(boost::math::quantile(boost::math::complement(law, error))),
                      ratio / std::sqrt(boost::math::quantile(law, error))};
}

}  // namespace sketchbench
