#include <sketchbench/report/verdicts/split_effect.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

WelchEstimate SplitEffect::over_splits() const {
  const VariancePart part{between.variance / splits, between.freedom};
  return welch_estimate(mean, {&part, 1});
}

VariancePart SplitEffect::of_split() const {
  const double of_draws = within.variance / draws;
  const double variance = std::max(0.0, between.variance - of_draws);
  if (variance == 0 || of_draws == 0) return {variance, between.freedom};
  const double squares =
      between.variance * between.variance / between.freedom + of_draws * of_draws / within.freedom;
  return {variance, variance * variance / squares};
}

SplitEffect split_effect(std::span<const std::vector<double>> values_by_split) {
  if (values_by_split.size() < 2)
    throw Error(fmt::format("the effect of a split out of {}, expected at least 2", values_by_split.size()));
  std::vector<double> means;
  double squares = 0, freedom = 0, inverse_draws = 0;
  for (const std::vector<double>& values : values_by_split) {
    if (values.empty()) throw Error("the effect of a split without values, expected at least one on each");
    const Sample sample = sample_of(values);
    means.push_back(sample.mean);
    inverse_draws += 1.0 / sample.n;
    if (!sample.std) continue;
    squares += *sample.std * *sample.std * (sample.n - 1);
    freedom += sample.n - 1;
  }
  const Sample of_means = sample_of(means);
  return {.mean = of_means.mean,
          .splits = of_means.n,
          .draws = of_means.n / inverse_draws,
          .between = {*of_means.std * *of_means.std, of_means.n - 1.0},
          .within = {freedom > 0 ? squares / freedom : 0, freedom}};
}

}  // namespace sketchbench
