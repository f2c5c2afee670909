#include <sketchbench/report/contrast.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

TEST(ContrastInterval, IsStudentsForOneMean) {
  // t with 4 degrees of freedom leaves 2.5 % above 2.776.
  const std::array terms = {WeightedMean{2, {.n = 5, .mean = 10, .std = 3}}};
  const MeanInterval interval = contrast_interval(terms, 0.95);
  EXPECT_DOUBLE_EQ(interval.mean, 20);
  EXPECT_NEAR(interval.high - 20, 2.7764 * 2 * 3 / std::sqrt(5), 1e-3);
  EXPECT_NEAR(interval.low - 20, -(interval.high - 20), 1e-12);
}

TEST(ContrastInterval, IsWelchsForADifference) {
  // Welch's degrees of freedom for spreads 1 and 3 of 5 runs each: (0.2 + 1.8)^2 / (0.2^2 / 4 + 1.8^2 / 4) =
  // 4.878, of which t leaves 2.5 % above 2.590.
  const std::array terms = {WeightedMean{1, {.n = 5, .mean = 7, .std = 1}},
                            WeightedMean{-1, {.n = 5, .mean = 4, .std = 3}}};
  const MeanInterval interval = contrast_interval(terms, 0.95);
  EXPECT_DOUBLE_EQ(interval.mean, 3);
  EXPECT_NEAR(interval.high - 3, 2.590 * std::sqrt(2), 5e-3);
}

TEST(ContrastInterval, OfWhatDrawsNothingHasTheOthersWidth) {
  const WeightedMean drawn{1, {.n = 5, .mean = 7, .std = 1}}, fixed{-1, {.n = 1, .mean = 4, .std = 0.0}};
  const std::array both = {drawn, fixed};
  const std::array alone = {drawn}, neither = {fixed};
  EXPECT_DOUBLE_EQ(contrast_interval(both, 0.99).high, contrast_interval(alone, 0.99).high - 4);
  EXPECT_EQ(contrast_interval(neither, 0.99).low, -4);
  EXPECT_EQ(contrast_interval(neither, 0.99).high, -4);
}

TEST(ContrastInterval, OfOneRunIsAllNumbers) {
  const std::array terms = {WeightedMean{1, {.n = 5, .mean = 7, .std = 1}},
                            WeightedMean{-1, {.n = 1, .mean = 4}}};
  const MeanInterval interval = contrast_interval(terms, 0.95);
  EXPECT_EQ(interval.mean, 3);
  EXPECT_TRUE(std::isinf(interval.low) && std::isinf(interval.high));
}

std::vector<double> normal_values(RandomStream& random, int count, double mean, double deviation) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(mean + deviation * random.normal());
  return values;
}

// Of 2,000 intervals at 90 %, 200 miss with a deviation of 13: between 130 and 270 is five of these to either
// side, a false alarm with probability below 1e-6. Welch's own error, of a per cent or so, is in that.
TEST(ContrastInterval, CoversAsOftenAsItSays) {
  RandomStream random(1, "test.contrast");
  int missed = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const std::array terms = {WeightedMean{1, sample_of(normal_values(random, 5, 3, 1))},
                              WeightedMean{-1, sample_of(normal_values(random, 8, 1, 4))},
                              WeightedMean{0.5, sample_of(normal_values(random, 6, 2, 2))}};
    missed += contrast_interval(terms, 0.9).holds(3) ? 0 : 1;
  }
  EXPECT_GT(missed, 130);
  EXPECT_LT(missed, 270);
}

TEST(Logarithms, AreOfTheSamplesValues) {
  const auto logarithms = logarithms_of(sample_of(std::vector<double>{1, 4, 16}));
  EXPECT_DOUBLE_EQ(logarithms->mean, std::log(4));
  EXPECT_DOUBLE_EQ(logarithms->std.value(), std::log(4));
  EXPECT_DOUBLE_EQ(logarithms_of({.n = 1, .mean = 2})->mean, std::log(2));
  EXPECT_FALSE(logarithms_of({.n = 1, .mean = 2})->std.has_value());
  EXPECT_FALSE(logarithms_of(sample_of(std::vector<double>{1, 0})).has_value());
  EXPECT_FALSE(logarithms_of({.n = 5, .mean = 8, .std = 0.4}).has_value()) << "the runs are not known";
}

TEST(MeanShare, IsStudentsOfLogits) {
  const auto of_logit = [](double logit) { return 1 / (1 + std::exp(-logit)); };
  const std::vector<double> shares = {of_logit(1), of_logit(2), of_logit(3)};
  const auto share = mean_share(shares, 0.95);
  EXPECT_NEAR(share->mean, of_logit(2), 1e-12);
  // t with two degrees of freedom leaves 2.5 % above 4.3027.
  EXPECT_NEAR(share->low, of_logit(2 - 4.3027 / std::sqrt(3)), 1e-4);
  EXPECT_NEAR(share->high, of_logit(2 + 4.3027 / std::sqrt(3)), 1e-4);
  EXPECT_EQ(mean_share(std::vector{0.2}, 0.95)->low, 0);
  EXPECT_EQ(mean_share(std::vector{0.2}, 0.95)->high, 1);
  EXPECT_FALSE(mean_share(std::vector{0.2, 1.0}, 0.95).has_value());
}

TEST(MeanIntervals, ChangeAsAWhole) {
  const MeanInterval half = over({2, 1, 4}, 2), same = exponential(logarithm({2, 1, 4}));
  EXPECT_EQ(half.mean, 1);
  EXPECT_EQ(half.low, 0.5);
  EXPECT_EQ(half.high, 2);
  EXPECT_DOUBLE_EQ(same.mean, 2);
  EXPECT_DOUBLE_EQ(same.low, 1);
  EXPECT_DOUBLE_EQ(same.high, 4);
}

TEST(DeviationRatio, HasFishersInterval) {
  // F with 4 and 4 degrees of freedom leaves 2.5 % above 9.605.
  const auto ratio = deviation_ratio({.n = 5, .mean = 0, .std = 6}, {.n = 5, .mean = 9, .std = 2}, 0.95);
  EXPECT_DOUBLE_EQ(ratio->mean, 3);
  EXPECT_NEAR(ratio->low, 3 / std::sqrt(9.605), 1e-3);
  EXPECT_NEAR(ratio->high, 3 * std::sqrt(9.605), 1e-2);
  EXPECT_FALSE(deviation_ratio({.n = 1, .mean = 0}, {.n = 5, .mean = 9, .std = 2}, 0.95).has_value());
  EXPECT_FALSE(
      deviation_ratio({.n = 5, .mean = 0, .std = 0.0}, {.n = 5, .mean = 9, .std = 2}, 0.95).has_value());
}

// Of 2,000 intervals at 90 %: as above.
TEST(DeviationRatio, CoversAsOftenAsItSays) {
  RandomStream random(2, "test.deviations");
  int missed = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Sample a = sample_of(normal_values(random, 5, 3, 1)), b = sample_of(normal_values(random, 7, 1, 4));
    missed += deviation_ratio(a, b, 0.9)->holds(0.25) ? 0 : 1;
  }
  EXPECT_GT(missed, 130);
  EXPECT_LT(missed, 270);
}

}  // namespace
}  // namespace sketchbench
