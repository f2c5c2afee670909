#include <sketchbench/report/contrast.hpp>

#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include <sketchbench/report/verdicts/welch.hpp>

namespace sketchbench {

MeanInterval contrast_interval(std::span<const WeightedMean> terms, double confidence) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double sum = 0;
  std::vector<VariancePart> parts;
  for (const WeightedMean& term : terms) {
    sum += term.weight * term.sample.mean;
    const double part = term.weight * standard_error(term.sample);
    if (!term.sample.std)
      parts.push_back({infinity, 1});
    else if (part != 0)
      parts.push_back({part * part, term.sample.n - 1.0});
  }
  return welch_estimate(sum, parts).interval(confidence);
}

std::optional<Sample> logarithms_of(const Sample& sample) {
  std::vector<double> values = sample.values;
  if (values.empty() && sample.n == 1) values = {sample.mean};
  if (values.empty()) return std::nullopt;
  for (double& value : values) {
    if (!(value > 0)) return std::nullopt;
    value = std::log(value);
  }
  return sample_of(values);
}

std::optional<MeanInterval> mean_share(std::span<const double> shares, double confidence) {
  std::vector<double> logits;
  for (const double share : shares) {
    if (!(share > 0 && share < 1)) return std::nullopt;
    logits.push_back(std::log(share / (1 - share)));
  }
  const auto interval = mean_over_runs(logits, confidence);
  if (!interval) return std::nullopt;
  const auto share = [](double logit) { return 1 / (1 + std::exp(-logit)); };
  return MeanInterval{share(interval->mean), share(interval->low), share(interval->high)};
}

std::optional<MeanInterval> mean_over_runs(std::span<const double> of_run, double confidence) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (of_run.empty()) return std::nullopt;
  if (of_run.size() == 1) return MeanInterval{of_run[0], -infinity, infinity};
  return mean_interval(of_run, confidence);
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
