#include <sketchbench/report/statistics.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace sketchbench {
namespace {

TEST(Statistics, MeanAndSampleDeviationAgreeWithHandComputation) {
  // Mean 5, squares of the differences 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, divided by 8 - 1.
  const std::vector<double> values = {2, 4, 4, 4, 5, 5, 7, 9};
  const Sample sample = sample_of(values);
  EXPECT_EQ(sample.n, 8);
  EXPECT_DOUBLE_EQ(sample.mean, 5);
  EXPECT_DOUBLE_EQ(sample.std.value(), std::sqrt(32.0 / 7));
  EXPECT_DOUBLE_EQ(standard_error(sample), std::sqrt(32.0 / 7 / 8));
}

TEST(Statistics, OneRunHasNoDeviationAndNoRunNoMean) {
  const std::vector<double> one = {84.3};
  EXPECT_EQ(sample_of(one).n, 1);
  EXPECT_DOUBLE_EQ(sample_of(one).mean, 84.3);
  EXPECT_FALSE(sample_of(one).std.has_value());
  EXPECT_EQ(standard_error(sample_of(one)), 0);
  EXPECT_EQ(sample_of({}).n, 0);
}

TEST(Statistics, DeviationKeepsItsDigitsNearALargeMean) {
  const std::vector<double> values = {1e8 + 1, 1e8 + 2, 1e8 + 3};
  EXPECT_DOUBLE_EQ(sample_of(values).std.value(), 1);
}

TEST(Statistics, StandardErrorsCombineLikeTheLegsOfATriangle) {
  const Sample a{.n = 5, .mean = 0, .std = 0.3 * std::sqrt(5.0)},
      b{.n = 5, .mean = 0, .std = 0.4 * std::sqrt(5.0)};
  EXPECT_NEAR(combined_standard_error(a, b), 0.5, 1e-12);
}

}  // namespace
}  // namespace sketchbench
