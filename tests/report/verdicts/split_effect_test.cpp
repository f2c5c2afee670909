#include <sketchbench/report/verdicts/split_effect.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/report/mean_interval.hpp>

namespace sketchbench {
namespace {

using Layout = std::vector<std::vector<double>>;

TEST(SplitEffect, IsTheOneWayLayouts) {
  const SplitEffect effect = split_effect(Layout{{1, 3}, {4, 6}, {7, 9}});
  EXPECT_DOUBLE_EQ(effect.mean, 5);
  EXPECT_DOUBLE_EQ(effect.draws, 2);
  EXPECT_DOUBLE_EQ(effect.between.variance, 9) << "of 2, 5 and 8";
  EXPECT_DOUBLE_EQ(effect.between.freedom, 2);
  EXPECT_DOUBLE_EQ(effect.within.variance, 2);
  EXPECT_DOUBLE_EQ(effect.within.freedom, 3);
  EXPECT_DOUBLE_EQ(effect.of_split(), 8);
  EXPECT_DOUBLE_EQ(effect.over_splits().error, std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(effect.over_splits().freedom, 2);
  EXPECT_DOUBLE_EQ(effect.of_another_split(2).variance, 9);
  EXPECT_DOUBLE_EQ(effect.of_another_split(1).variance, 10) << "8 and one draw's 2";
  EXPECT_DOUBLE_EQ(effect.of_another_split(1).freedom, 100 / (81.0 / 2 + 1.0 / 3));
  EXPECT_DOUBLE_EQ(effect.of_another_split(4).variance, 8.5);
}

TEST(SplitEffect, IsNotBelowWhatTheDrawsAloneGive) {
  const SplitEffect effect = split_effect(Layout{{1, 9}, {2, 8}, {0, 10}});
  EXPECT_EQ(effect.of_split(), 0);
  EXPECT_DOUBLE_EQ(effect.of_another_split(10).variance, effect.within.variance / 10);
}

TEST(SplitEffect, TakesTwoSplitsWithValues) {
  EXPECT_THROW(split_effect(Layout{{1, 2}}), Error);
  EXPECT_THROW(split_effect(Layout{{1, 2}, {}}), Error);
}

Layout drawn(RandomStream& random, int splits, int draws, double split_deviation) {
  Layout layout(static_cast<std::size_t>(splits));
  for (std::vector<double>& values : layout) {
    const double split = split_deviation * random.normal();
    for (int i = 0; i < draws; ++i) values.push_back(split + random.normal());
  }
  return layout;
}

constexpr int trials = 10'000;
/// Five standard deviations of a share of 0.05: exceeded with a probability below 1e-6.
const double slack = 5 * std::sqrt(trials * 0.05 * 0.95);

// 5 splits with 20 draws each, where a split scatters as a draw does: of intervals of 95 % that take the 100
// values for independent ones, more than half miss the mean over splits.
TEST(SplitEffect, IntervalsHoldTheMeanAsOftenAsTheySay) {
  for (const double deviation : {0.0, 0.3, 1.0}) {
    RandomStream random(1, "test.split_effect");
    int missed = 0, missed_by_pooling = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const Layout layout = drawn(random, 5, 20, deviation);
      missed += split_effect(layout).over_splits().interval(0.95).holds(0) ? 0 : 1;
      std::vector<double> pooled;
      for (const std::vector<double>& values : layout)
        pooled.insert(pooled.end(), values.begin(), values.end());
      missed_by_pooling += mean_interval(pooled, 0.95).holds(0) ? 0 : 1;
    }
    EXPECT_NEAR(missed, 0.05 * trials, slack) << deviation;
    if (deviation == 1) {
      EXPECT_GT(missed_by_pooling, 0.5 * trials);
    }
  }
}

// A mean of 5 draws on a split of ours, 10 splits with 3 draws each that tell what a split does, and a mean
// of 2 draws on a split that is not known: Satterthwaite's interval of the difference holds 0 as often as it
// says, to a per cent.
TEST(SplitEffect, TellsWhatAnotherSplitMayGive) {
  for (const double deviation : {0.0, 0.5, 2.0}) {
    RandomStream random(2, "test.another_split");
    int missed = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const SplitEffect effect = split_effect(drawn(random, 10, 3, deviation));
      const auto mean = [&](int draws) {
        return deviation * random.normal() + random.normal() / std::sqrt(draws);
      };
      const std::array parts = {effect.of_another_split(5), effect.of_another_split(2)};
      const double difference = mean(5) - mean(2);
      // Both parts come from one estimate: their sum has its freedom.
      const VariancePart both{parts[0].variance + parts[1].variance,
                              std::min(parts[0].freedom, parts[1].freedom)};
      missed += welch_estimate(difference, {&both, 1}).interval(0.95).holds(0) ? 0 : 1;
    }
    EXPECT_LE(missed, 0.06 * trials + slack) << deviation;
  }
}

}  // namespace
}  // namespace sketchbench
