#include "experiments/confidence.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

namespace sketchbench {
namespace {

constexpr std::size_t batch_count = 32;
constexpr int cap_count = 8;
constexpr double cap_step = 4;

struct Moments {
  double mean = 0, variance = 0;  ///< the variance with n - 1 below
};

Moments moments_of(std::span<const double> values) {
  Moments moments;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) moments.mean += value;
  moments.mean /= n;
  for (const double value : values) moments.variance += (value - moments.mean) * (value - moments.mean);
  moments.variance /= n - 1;
  return moments;
}

std::vector<Moments> batches_of(std::span<const double> values) {
  std::vector<Moments> batches;
  for (std::size_t b = 0; b < batch_count; ++b) {
    const std::size_t begin = b * values.size() / batch_count, end = (b + 1) * values.size() / batch_count;
    batches.push_back(moments_of(values.subspan(begin, end - begin)));
  }
  return batches;
}

/// Of numbers that are nearly normal and of nearly one variance.
Estimated student_interval(std::span<const double> numbers, double error) {
  const Moments moments = moments_of(numbers);
  const auto n = static_cast<double>(numbers.size());
  const boost::math::students_t law(n - 1);
  const double half_width =
      boost::math::quantile(boost::math::complement(law, error)) * std::sqrt(moments.variance / n);
  return {moments.mean, {moments.mean - half_width, moments.mean + half_width}};
}

}  // namespace

Estimated estimate_mean(std::span<const double> values, double error) {
  std::vector<double> means;
  for (const Moments& batch : batches_of(values)) means.push_back(batch.mean);
  return student_interval(means, error);
}

Estimated estimate_variance(std::span<const double> values, double error) {
  std::vector<double> variances;
  for (const Moments& batch : batches_of(values)) variances.push_back(batch.variance);
  return student_interval(variances, error);
}

double variance_lower_bound(std::span<const double> values, double scale, double error) {
  std::vector<double> halves;
  for (std::size_t i = 0; i + 1 < values.size(); i += 2)
    halves.push_back((values[i] - values[i + 1]) * (values[i] - values[i + 1]) / 2);
  const auto n = static_cast<double>(halves.size());
  const double log_term = std::log(2 * cap_count / error);
  double best = 0, cap = scale;
  std::vector<double> capped(halves.size());
  for (int k = 0; k < cap_count; ++k, cap *= cap_step) {
    std::transform(halves.begin(), halves.end(), capped.begin(), [&](double v) { return std::min(v, cap); });
    const Moments moments = moments_of(capped);
    const double doubt = std::sqrt(2 * moments.variance * log_term / n) + 7 * cap * log_term / (3 * (n - 1));
    best = std::max(best, moments.mean - doubt);
  }
  return best;
}

Interval probability_interval(Index hits, Index trials, double error) {
  using Binomial = boost::math::binomial;
  const auto n = static_cast<double>(trials), k = static_cast<double>(hits);
  return {Binomial::find_lower_bound_on_p(n, k, error), Binomial::find_upper_bound_on_p(n, k, error)};
}

}  // namespace sketchbench
