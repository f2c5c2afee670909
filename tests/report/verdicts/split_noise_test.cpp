#include <sketchbench/report/verdicts/split_noise.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/verdicts/welch.hpp>

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
    accuracies.push_back({split - 5, split, split + 5});
  }
  EXPECT_NEAR(measured_split_noise(accuracies).variance, 10.0 / 9, 1e-12)
      << "the same maps on every split move all of the means alike";
}

// Table 1's comparison: a mean of 5 draws on a split of ours against one of 5 on a split that is not known,
// and 10 splits, each with the same two maps, that tell what a split does. Its interval misses 0 in at most
// one of 20. Taking half of the maps' variance off that of the splits' means, as if each split had maps of
// its own, leaves nothing where maps scatter as much as here, and misses more often than it says.
TEST(SplitNoise, TellsWhatAnotherSplitMayGive) {
  constexpr int trials = 10'000;
  const double slack = 5 * std::sqrt(trials * 0.05 * 0.95);  // exceeded with a probability below 1e-6
  for (const double of_split : {0.3, 1.0, 3.0}) {
    RandomStream random(3, "test.another_split");
    int missed = 0, missed_without = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const double maps[] = {random.normal(), random.normal()};
      std::vector<std::vector<double>> splits;
      for (int i = 0; i < 10; ++i) {
        const double split = of_split * random.normal();
        splits.push_back({split + maps[0], split + maps[1]});
      }
      std::vector<double> sides[2];
      for (std::vector<double>& side : sides) {
        const double split = of_split * random.normal();
        for (int i = 0; i < 5; ++i) side.push_back(split + random.normal());
      }
      const Sample ours = sample_of(sides[0]), theirs = sample_of(sides[1]);
      const SplitNoise noise = measured_split_noise(splits);
      const auto misses = [&](double variance) {
        const std::array parts = {VariancePart{*ours.std * *ours.std / ours.n, ours.n - 1.0},
                                  VariancePart{*theirs.std * *theirs.std / theirs.n, theirs.n - 1.0},
                                  VariancePart{2 * variance, noise.freedom}};
        return welch_estimate(ours.mean - theirs.mean, parts).interval(0.95).holds(0) ? 0 : 1;
      };
      missed += misses(noise.variance);
      const double of_maps = (maps[0] - maps[1]) * (maps[0] - maps[1]) / 2;
      missed_without += misses(std::max(0.0, noise.variance - of_maps / 2));
    }
    EXPECT_LE(missed, 0.05 * trials + slack) << of_split;
    if (of_split == 1.0) {
      EXPECT_GT(missed_without, 0.05 * trials + slack);
    }
  }
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
