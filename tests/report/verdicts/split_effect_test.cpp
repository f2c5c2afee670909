#include <sketchbench/report/verdicts/split_effect.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/report/mean_interval.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/verdicts/welch.hpp>

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
  EXPECT_DOUBLE_EQ(effect.of_split().variance, 8) << "9 less half of a draw's 2";
  EXPECT_DOUBLE_EQ(effect.of_split().freedom, 64 / (81.0 / 2 + 1.0 / 3));
  EXPECT_DOUBLE_EQ(effect.over_splits().error, std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(effect.over_splits().freedom, 2);
}

TEST(SplitEffect, IsNotBelowZero) {
  const SplitEffect effect = split_effect(Layout{{1, 9}, {2, 8}, {0, 10}});
  EXPECT_EQ(effect.of_split().variance, 0);
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

// A mean of 5 draws on a split of ours against one of 5 on a split that is not known, each with its own
// deviation, and 10 splits with 3 draws each that tell what a split does: the comparison of Tables 1 and 3.
// Its interval misses 0 in at most 6 % where it says 5. With the variance of the splits' means in place of
// the split's own, the draws would stand twice in it.
TEST(SplitEffect, TellsWhatAnotherSplitMayGive) {
  for (const double deviation : {0.0, 0.5, 1.0, 2.0}) {
    RandomStream random(2, "test.another_split");
    int missed = 0, missed_by_means = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const SplitEffect effect = split_effect(drawn(random, 10, 3, deviation));
      const Layout sides = drawn(random, 2, 5, deviation);
      const Sample ours = sample_of(sides[0]), theirs = sample_of(sides[1]);
      const auto of_draws = [](const Sample& side) {
        return VariancePart{*side.std * *side.std / side.n, side.n - 1.0};
      };
      const auto misses = [&](VariancePart split) {
        const std::array parts = {of_draws(ours), of_draws(theirs),
                                  VariancePart{2 * split.variance, split.freedom}};
        return welch_estimate(ours.mean - theirs.mean, parts).interval(0.95).holds(0) ? 0 : 1;
      };
      missed += misses(effect.of_split());
      missed_by_means += misses(effect.between);
    }
    EXPECT_LE(missed, 0.06 * trials + slack) << deviation;
    if (deviation == 0) {
      EXPECT_LT(missed_by_means, 0.03 * trials);
    }
  }
}

}  // namespace
}  // namespace sketchbench
