#include <sketchbench/report/plot/axis_scale.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sketchbench {
namespace {

using testing::ElementsAre;

std::vector<std::string> labels_of(const AxisScale& scale) {
  std::vector<std::string> labels;
  for (const Tick& tick : scale.ticks)
    if (!tick.label.empty()) labels.push_back(tick.label);
  return labels;
}

AxisScale linear(const std::vector<double>& values, int most) { return scale_axis({}, values, most); }
AxisScale logarithmic(const std::vector<double>& values, int most) {
  return scale_axis({.label = {}, .logarithmic = true}, values, most);
}

TEST(AxisScale, LabelsStandOnRoundNumbers) {
  EXPECT_THAT(labels_of(linear({100, 200, 300, 400, 500}, 5)),
              ElementsAre("100", "200", "300", "400", "500"));
  EXPECT_THAT(labels_of(linear({100, 500}, 3)), ElementsAre("200", "400"));
  EXPECT_THAT(labels_of(linear({-0.03, 0.04}, 4)), ElementsAre("−0.02", "0", "0.02", "0.04"));
  EXPECT_THAT(labels_of(linear({1e5, 3e5}, 4)), ElementsAre("10⁵", "2×10⁵", "3×10⁵"));
  EXPECT_THAT(labels_of(linear({1000, 5000}, 4)), ElementsAre("2,000", "4,000"));
}

TEST(AxisScale, LogarithmicLabelsAreTheFinestThatFit) {
  EXPECT_THAT(labels_of(logarithmic({0.2, 40}, 8)),
              ElementsAre("0.2", "0.5", "1", "2", "5", "10", "20", "50"));
  EXPECT_THAT(labels_of(logarithmic({0.2, 40}, 5)), ElementsAre("0.3", "1", "3", "10", "30"));
  EXPECT_THAT(labels_of(logarithmic({0.2, 40}, 3)), ElementsAre("1", "10"));
  EXPECT_THAT(labels_of(logarithmic({1e-4, 1e8}, 4)), ElementsAre("10⁻³", "1", "10³", "10⁶"));
  EXPECT_THAT(labels_of(logarithmic({43, 48}, 4)), ElementsAre("42.5", "45", "47.5", "50"))
      << "less than a decade has no power of ten in it";
}

TEST(AxisScale, HoldsEveryDrawableValueAndTwoLabelsOrMore) {
  for (const bool log : {false, true})
    for (const double from : {1e-7, 0.3, 7.0, 99.0, 1234.5})
      for (const double factor : {1.0, 1.0001, 1.3, 9.0, 400.0, 1e6})
        for (const int most : {1, 2, 3, 6}) {
          const AxisScale scale =
              scale_axis({.label = {}, .logarithmic = log}, std::vector{from, from * factor}, most);
          EXPECT_LT(scale.low, from);
          EXPECT_GT(scale.high, from * factor);
          EXPECT_GE(labels_of(scale).size(), 2u) << log << ' ' << from << ' ' << factor << ' ' << most;
          EXPECT_LE(labels_of(scale).size(), 12u) << log << ' ' << from << ' ' << factor << ' ' << most;
          for (const Tick& tick : scale.ticks) {
            EXPECT_GE(tick.at, scale.low * (1 - 1e-6));
            EXPECT_LE(tick.at, scale.high * (1 + 1e-6));
          }
        }
}

TEST(AxisScale, OneValueHasTheOnlyTick) {
  for (const bool log : {false, true}) {
    Panel panel{.x = {.label = "p", .logarithmic = log}};
    panel.series.push_back({.key = "a", .label = "a", .points = {{.x = 3000, .y = 1}}});
    panel.series.push_back({.key = "b", .label = "b", .points = {{.x = 3000, .y = 2}}});
    EXPECT_THAT(labels_of(scale_x(panel, 6)), ElementsAre("3,000")) << log;
  }
}

TEST(AxisScale, WhatCannotBeDrawnDoesNotStretchIt) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = HUGE_VAL;
  const AxisScale clean = linear({2, 3}, 4), dirty = linear({2, nan, infinity, 3, -infinity}, 4);
  EXPECT_EQ(dirty.low, clean.low);
  EXPECT_EQ(dirty.high, clean.high);
  const AxisScale positive = logarithmic({2, 30}, 4), with_zero = logarithmic({0, 2, -5, 30}, 4);
  EXPECT_EQ(with_zero.low, positive.low);
  EXPECT_FALSE(with_zero.can_show(0));
  EXPECT_TRUE(with_zero.can_show(1e9)) << "clipped, but not impossible";
  EXPECT_LT(linear({}, 3).low, linear({}, 3).high);
  EXPECT_LT(logarithmic({}, 3).low, logarithmic({}, 3).high);
}

TEST(AxisScale, KeepsTheEndsThatAreAskedFor) {
  const AxisScale scale = scale_axis({.label = {}, .low = -25, .high = 110}, std::vector{3.0, 90.0}, 6);
  EXPECT_EQ(scale.low, -25);
  EXPECT_EQ(scale.high, 110);
  EXPECT_THAT(labels_of(scale), ElementsAre("−25", "0", "25", "50", "75", "100"));
  const AxisScale impossible = scale_axis({.label = {}, .low = 500}, std::vector{3.0, 90.0}, 6);
  EXPECT_LT(impossible.low, impossible.high);
}

}  // namespace
}  // namespace sketchbench
