#include <sketchbench/report/verdicts/split_noise.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

TEST(SplitNoise, IsTheVarianceOverSplitsOnBothSides) {
  std::vector<std::vector<double>> accuracies;
  for (int i = 0; i < 10; ++i) accuracies.push_back({i % 2 == 0 ? 79.0 : 81.0});
  const SplitNoise noise = measured_split_noise(accuracies);
  EXPECT_DOUBLE_EQ(noise.variance, 10.0 / 9);
  EXPECT_DOUBLE_EQ(noise.freedom, 9);
  EXPECT_EQ(noise.splits, 10);
  EXPECT_DOUBLE_EQ(noise.of_both_sides().variance, 20.0 / 9);
  EXPECT_DOUBLE_EQ(noise.of_both_sides().freedom, 9) << "one estimate, counted twice";
}

TEST(SplitNoise, HasNoDrawsOfTheMapInIt) {
  std::vector<std::vector<double>> accuracies;
  for (int i = 0; i < 10; ++i) {
    const double split = i % 2 == 0 ? 79 : 81;
    accuracies.push_back({split - 1, split, split + 1});
  }
  EXPECT_NEAR(measured_split_noise(accuracies).variance, 10.0 / 9 - 1.0 / 3, 1e-12)
      << "of draws with variance 1";
}

TEST(SplitNoise, TakesTenSplits) {
  const std::vector<std::vector<double>> nine(9, {80.0});
  EXPECT_THROW(measured_split_noise(nine), Error);
}

TEST(SplitNoise, OfTestRowsAloneIsTheBinomialLaws) {
  const SplitNoise noise = binomial_split_noise(80, 20'000);
  EXPECT_NEAR(std::sqrt(noise.variance), 100 * std::sqrt(0.8 * 0.2 / 20'000), 1e-12);
  EXPECT_TRUE(std::isinf(noise.freedom));
  EXPECT_EQ(noise.splits, 0);
  EXPECT_THROW(binomial_split_noise(80, 0), Error);
}

// A share of 0.8 of 400 rows, drawn 20,000 times: the deviation of a variance over n values is about sqrt(2 /
// n) of it, here 1 %. 5 % is five of them: a false alarm below 1e-6.
TEST(SplitNoise, TheBinomialLawIsWhatDrawingTestRowsGives) {
  std::mt19937_64 random(3);
  std::binomial_distribution<int> right(400, 0.8);
  std::vector<std::vector<double>> accuracies;
  for (int i = 0; i < 20'000; ++i) accuracies.push_back({right(random) / 4.0});
  const double expected = binomial_split_noise(80, 400).variance;
  EXPECT_NEAR(measured_split_noise(accuracies).variance, expected, 0.05 * expected);
}

}  // namespace
}  // namespace sketchbench
