#include "experiments/confidence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

/// P[at least `hits` of `trials`] by its definition.
double upper_tail(Index hits, Index trials, double p) {
  double sum = 0;
  for (Index k = hits; k <= trials; ++k) {
    const auto n = static_cast<double>(trials), m = static_cast<double>(k);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(m + 1) - std::lgamma(n - m + 1) + m * std::log(p) +
                    (n - m) * std::log1p(-p));
  }
  return sum;
}

TEST(ProbabilityInterval, EndsWhereTheObservationWouldBeTooUnlikely) {
  for (const auto& [hits, trials] : {std::pair<Index, Index>{1, 50}, {7, 40}, {200, 1000}})
    for (const double error : {0.05, 1e-6}) {
      const Interval interval = probability_interval(hits, trials, error);
      EXPECT_NEAR(upper_tail(hits, trials, interval.low) / error, 1, 1e-6);
      EXPECT_NEAR((1 - upper_tail(hits + 1, trials, interval.high)) / error, 1, 1e-6);
    }
}

TEST(ProbabilityInterval, IsOneSidedAtTheEnds) {
  EXPECT_EQ(probability_interval(0, 100, 0.01).low, 0);
  EXPECT_NEAR(probability_interval(0, 100, 0.01).high, 1 - std::pow(0.01, 0.01), 1e-12);
  EXPECT_EQ(probability_interval(100, 100, 0.01).high, 1);
}

std::vector<double> normal_values(std::size_t count, RandomStream& random) {
  std::vector<double> values(count);
  for (double& value : values) value = 3 + 2 * random.normal();
  return values;
}

// Each end may be wrong in one case out of 50, so of 2,000 samples in 40 +- 6.3; the skewness of sample
// variances moves up to 8 cases from one end to the other. All four counts are within 45 of 40 but for a
// probability of 1e-6.
TEST(StudentIntervals, OfNormalValuesAreWrongAsOftenAsTheySay) {
  RandomStream random(1, "test");
  int mean_low = 0, mean_high = 0, variance_low = 0, variance_high = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    const std::vector<double> values = normal_values(3200, random);
    const Interval mean = estimate_mean(values, 0.02).interval,
                   variance = estimate_variance(values, 0.02).interval;
    mean_low += mean.low > 3 ? 1 : 0;
    mean_high += mean.high < 3 ? 1 : 0;
    variance_low += variance.low > 4 ? 1 : 0;
    variance_high += variance.high < 4 ? 1 : 0;
  }
  for (const int wrong : {mean_low, mean_high, variance_low, variance_high}) {
    EXPECT_GT(wrong, 0);
    EXPECT_LT(wrong, 85);
  }
}

TEST(Estimates, AreTheMeanAndVariance) {
  std::vector<double> values;
  for (int i = 0; i < 6400; ++i) values.push_back(i % 2 == 0 ? 1.0 : 5.0);
  EXPECT_NEAR(estimate_mean(values, 0.01).value, 3, 1e-12);
  EXPECT_NEAR(estimate_variance(values, 0.01).value, 4 * 200.0 / 199,
              1e-12);  // n / (n - 1) in batches of 200
}

/// 0, or with probability 1/1000 a number of size 100: variance 10, nearly all of it in outliers that half of
/// the samples of 700 do not have.
std::vector<double> values_with_outliers(std::size_t count, RandomStream& random) {
  std::vector<double> values(count);
  for (double& value : values) value = random.below(1000) == 0 ? 100.0 * random.sign() : 0.0;
  return values;
}

// A bound that is proven: more than 10 errors in 1,000 samples at 1e-3 have a probability of at most 1e-8.
TEST(VarianceLowerBound, HoldsForHeavyTails) {
  RandomStream random(2, "test");
  int wrong = 0;
  for (int sample = 0; sample < 1000; ++sample)
    wrong += variance_lower_bound(values_with_outliers(700, random), 1, 1e-3) > 10 ? 1 : 0;
  EXPECT_LE(wrong, 10);
}

// What it costs, 5 deviations below the variance at 1e-6, is 10 % of 20,000 normal values' variance.
TEST(VarianceLowerBound, IsNearTheVarianceOfManyNormalValues) {
  RandomStream random(3, "test");
  const double bound = variance_lower_bound(normal_values(20'000, random), 1, 1e-6);
  EXPECT_LT(bound, 4);
  EXPECT_GT(bound, 0.8 * 4);
}

TEST(VarianceLowerBound, DoesNotDependOnTheMean) {
  RandomStream random(4, "test");
  std::vector<double> values = normal_values(1000, random), moved = values;
  for (double& value : moved) value += 1024;
  EXPECT_NEAR(variance_lower_bound(values, 1, 1e-6), variance_lower_bound(moved, 1, 1e-6), 1e-9);
}

}  // namespace
}  // namespace sketchbench
