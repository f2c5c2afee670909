#include <sketchbench/report/claims/curve_comparison.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <sketchbench/core/random.hpp>
#include <sketchbench/report/figure/power_law.hpp>

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// value(l, run) and cost(l) at each l.
ClaimCurve curve(
    const std::vector<double>& ls, const std::function<double(double, int)>& value, int runs = 5,
    const std::function<double(double)>& cost = [](double l) { return l / 100; }) {
  ClaimCurve curve;
  for (const double l : ls) {
    CurvePoint point{.l = l, .value = {}, .cost = cost(l)};
    for (int run = 1; run <= runs; ++run) point.value[run] = value(l, run);
    curve.points.push_back(point);
  }
  curve.asked = static_cast<int>(ls.size());
  return curve;
}

/// factor l^exponent.
auto law(double factor, double exponent) {
  return [=](double l, int /*run*/) { return factor * std::pow(l, exponent); };
}

const std::vector<double> few = {10, 20, 40, 80}, many = {10, 100, 1000, 10'000};

TEST(CurveRatio, IsTheGeometricMeanOverPoints) {
  const ClaimCurve rks = curve(few, law(1, -0.5));
  ClaimCurve half = curve(few, law(0.5, -0.5));
  OfPoints ratio = curve_ratio(half, rks, 0.95);
  EXPECT_EQ(ratio.points, 4);
  EXPECT_NEAR(ratio.number->mean, 0.5, 1e-12);
  EXPECT_NEAR(ratio.number->low, 0.5, 1e-12) << "all maps alike";
  for (auto& [run, value] : half.points[1].value) value *= 16;
  EXPECT_NEAR(curve_ratio(half, rks, 0.95).number->mean, 1, 1e-12) << "16^(1/4) times as large";
  half.points.erase(half.points.begin());
  EXPECT_EQ(curve_ratio(half, rks, 0.95).points, 3);
  EXPECT_FALSE(curve_ratio(half, ClaimCurve(), 0.95).number.has_value());
}

// 1000 samples of five maps; 95 % of their intervals hold the truth where logarithms are normal (94.8 % of
// such short ones). The number that does has a standard deviation of 7: both limits are over 4.5 of them
// away, a false alarm of at most 1e-5.
TEST(CurveRatio, HasAnIntervalOverMapsThatHoldsTheTruth) {
  int held = 0;
  for (Seed seed = 1; seed <= 1000; ++seed) {
    RandomStream random(seed, "test.maps");
    const auto noisy = [&](double factor) {
      return [&random, factor](double l, int) {
        return factor / std::sqrt(l) * std::exp(0.1 * random.normal());
      };
    };
    const ClaimCurve one = curve(few, noisy(0.6)), other = curve(few, noisy(1));
    if (curve_ratio(one, other, 0.95).number->holds(0.6)) ++held;
  }
  EXPECT_NEAR(held, 950, 35);
}

TEST(CurveRatio, OfOneMapHasNoInterval) {
  const OfPoints ratio = curve_ratio(curve(few, law(0.5, -1), 1), curve(few, law(1, -1), 1), 0.95);
  EXPECT_NEAR(ratio.number->mean, 0.5, 1e-12);
  EXPECT_EQ(ratio.number->low, 0);
  EXPECT_TRUE(std::isinf(ratio.number->high));
}

TEST(CurveRatio, SetsRunsSideBySide) {
  // Both halves of a pair share a factor; unpaired it would widen the interval.
  const auto shared = [](double factor) {
    return [factor](double, int run) { return factor * std::pow(2, run); };
  };
  const OfPoints ratio = curve_ratio(curve(few, shared(0.5)), curve(few, shared(1)), 0.95);
  EXPECT_NEAR(ratio.number->low, 0.5, 1e-12);
  EXPECT_NEAR(ratio.number->high, 0.5, 1e-12);
}

TEST(CurveRatio, HasAWiderIntervalWhereMoreConfidenceIsAsked) {
  const auto noisy = [](double l, int run) { return (1 + 0.1 * run) / l; };
  const ClaimCurve one = curve(few, noisy), other = curve(few, law(1, -1));
  const MeanInterval narrow = *curve_ratio(one, other, 0.95).number,
                     wide = *curve_ratio(one, other, 0.999).number;
  EXPECT_EQ(narrow.mean, wide.mean);
  EXPECT_LT(wide.low, narrow.low);
  EXPECT_GT(wide.high, narrow.high);
}

TEST(CurveRatio, AtEqualCostReadsTheOtherWhereItTakesAsLong) {
  // The one takes four times as long, so its time buys the other four times the features: half its error.
  const auto four_times = [](double l) { return 4 * l / 100; };
  const ClaimCurve one = curve(few, law(1, -0.5), 5, four_times);
  const OfPoints ratio = ratio_at_equal_cost(one, curve(many, law(1, -0.5)), false, 0.95);
  EXPECT_EQ(ratio.points, 4);
  EXPECT_NEAR(ratio.number->mean, 2, 1e-12);
  EXPECT_THAT(ratio.before, IsEmpty());
  EXPECT_THAT(ratio.beyond, IsEmpty());
}

TEST(CurveRatio, AtEqualCostLeavesOutTimesThatTheOtherHasNot) {
  const ClaimCurve one = curve({10, 20, 40, 80}, law(1, -0.5));
  const OfPoints early = ratio_at_equal_cost(one, curve({10, 25, 50}, law(1, -0.5)), false, 0.95);
  EXPECT_EQ(early.points, 3);
  EXPECT_THAT(early.beyond, ElementsAre(80));
  EXPECT_NEAR(early.number->mean, 1, 1e-12);
  const OfPoints late = ratio_at_equal_cost(one, curve({30, 100}, law(1, -0.5)), true, 0.95);
  EXPECT_THAT(late.before, ElementsAre(10, 20));
  EXPECT_EQ(late.points, 2);
  EXPECT_FALSE(late.number.has_value()) << "two points are not enough";
}

// The other's most features take less time than the point: in the point's time it has their value at least.
TEST(CurveRatio, AtEqualCostCountsTimesBeyondTheOthersByABound) {
  const ClaimCurve one = curve({10, 20, 40, 80}, law(2, -0.5));
  const OfPoints early = ratio_at_equal_cost(one, curve({10, 25, 50}, law(1, -0.5)), true, 0.95);
  EXPECT_EQ(early.points, 4);
  EXPECT_THAT(early.bounded, ElementsAre(80));
  EXPECT_THAT(early.beyond, IsEmpty());
  EXPECT_NEAR(early.number->mean, 2 * std::pow(50.0 / 80, 0.125), 1e-12)
      << "of three points 2, of the last 2 sqrt(50 / 80) or more";
  const OfPoints all = ratio_at_equal_cost(one, curve({2, 3, 5}, law(1, -0.5)), true, 0.95);
  EXPECT_THAT(all.bounded, ElementsAre(10, 20, 40, 80));
  EXPECT_NEAR(all.number->mean, 2 * std::pow(5 * 5 * 5 * 5 / (10.0 * 20 * 40 * 80), 0.125), 1e-12);
}

TEST(Crossing, IsFoundOnTheLineBetweenTwoPoints) {
  const std::vector<double> x = {1, 10, 100, 1000}, y = {1, 0.1, 0.2, 0.01};
  EXPECT_NEAR(crossing(x, y, std::sqrt(0.1)).x, std::sqrt(10), 1e-12);
  EXPECT_EQ(crossing(x, y, std::sqrt(0.1)).place, Crossing::Place::inside);
  EXPECT_NEAR(crossing(x, y, 0.1).x, 10, 1e-12) << "where it first comes down";
  EXPECT_EQ(crossing(x, y, 1).place, Crossing::Place::before);
  EXPECT_EQ(crossing(x, y, 0.001).place, Crossing::Place::beyond);
  EXPECT_EQ(crossing(x, y, 0.001).x, 1000);
  EXPECT_NEAR(*interpolated(x, y, std::sqrt(10)), std::sqrt(0.1), 1e-12);
  EXPECT_EQ(*interpolated(x, y, 1000), 0.01);
  EXPECT_FALSE(interpolated(x, y, 1001) || interpolated(x, y, 0.5) || interpolated({}, {}, 1));
}

TEST(FeatureCounts, OfTheAnalysisGrowAsTheSquare) {
  const ClaimCurve tefm = curve(few, law(1, -1)), rks = curve(many, law(1, -0.5));
  const std::vector<FeatureCount> counts = feature_counts(tefm, rks);
  ASSERT_THAT(counts, SizeIs(4));
  EXPECT_NEAR(counts[1].count.x, 400, 1e-8);
  EXPECT_NEAR(counts[1].cost, 0.2, 1e-12);
  EXPECT_NEAR(*counts[1].cost_of_count, 4, 1e-10);
  const OfPoints exponent = count_exponent(tefm, rks, 0.95);
  EXPECT_NEAR(exponent.number->mean, 2, 1e-9);
  EXPECT_NEAR(exponent.number->high, 2, 1e-6);
}

TEST(FeatureCounts, BeyondTheOthersPointsAreNotInTheExponent) {
  const ClaimCurve tefm = curve({5, 10, 20, 40, 200}, law(1, -1)), rks = curve(many, law(1, -0.5));
  const std::vector<FeatureCount> counts = feature_counts(tefm, rks);
  EXPECT_EQ(counts.front().count.place, Crossing::Place::inside);
  EXPECT_EQ(counts.back().count.place, Crossing::Place::beyond);
  EXPECT_FALSE(counts.back().cost_of_count.has_value());
  const OfPoints exponent = count_exponent(tefm, rks, 0.95);
  EXPECT_EQ(exponent.points, 4);
  EXPECT_THAT(exponent.beyond, ElementsAre(200));
  EXPECT_NEAR(exponent.number->mean, 2, 1e-9);
  EXPECT_FALSE(count_exponent(curve({5, 10}, law(1, -1)), rks, 0.95).number.has_value());
}

TEST(FeatureCounts, HaveAnExponentOfEachRun) {
  const auto runs = [](double l, int run) {
    return std::pow(l, -1 - 0.1 * run);
  };  // l^(2 + 0.2 run) features
  const OfPoints exponent = count_exponent(curve({4, 6, 8, 10}, runs, 3), curve(many, law(1, -0.5), 3), 0.95);
  const MeanInterval expected = mean_interval(std::vector<double>{2.2, 2.4, 2.6}, 0.95);
  ASSERT_TRUE(exponent.number.has_value());
  EXPECT_NEAR(exponent.number->mean, 2.4, 1e-9);
  EXPECT_NEAR(exponent.number->low, expected.low, 1e-6);
  EXPECT_NEAR(exponent.number->high, expected.high, 1e-6);
}

// A configuration of 5 maps has the other's many features, one of 20 its few and those of the method.
TEST(FeatureCounts, AreOfRunsThatHaveEveryPoint) {
  ClaimCurve other = curve(many, law(1, -0.5), 20);
  for (std::size_t i = 2; i < other.points.size(); ++i)
    for (int run = 6; run <= 20; ++run) other.points[i].value.erase(run);
  const OfPoints exponent = count_exponent(curve({20, 40, 60, 80}, law(1, -1), 20), other, 0.95);
  ASSERT_TRUE(exponent.number.has_value());
  EXPECT_NEAR(exponent.number->mean, 2, 1e-9);
  EXPECT_THAT(exponent.beyond, IsEmpty());
}

TEST(CountShare, IsTheShareOfTheOthersFeaturesThatSuffices) {
  const OfPoints share = count_share(curve({20, 40, 80}, law(0.5, -0.5)), curve(many, law(1, -0.5)), 0.95);
  EXPECT_NEAR(share.number->mean, 0.25, 1e-12);
}

// On the grid of Figure 2 half as many features of the one do what the other does. Its ends are no counts:
// put in the place of those, they would move the share to 0.62.
TEST(CountShare, LeavesOutWhatTheOtherDoesNotReachWithinItsPoints) {
  const std::vector<double> grid = {50, 100, 200, 300, 400, 500, 600, 700};
  const ClaimCurve other = curve(grid, law(1, -0.5)), half = curve(grid, law(std::sqrt(0.5), -0.5));
  const OfPoints share = count_share(half, other, 0.95);
  EXPECT_NEAR(share.number->mean, 0.5, 1e-9);
  EXPECT_EQ(share.points, 4);
  EXPECT_THAT(share.beyond, ElementsAre(400, 500, 600, 700));
  EXPECT_THAT(share.before, IsEmpty());
  const OfPoints more = count_share(other, curve(grid, law(0.7, -0.5)), 0.95);
  EXPECT_THAT(more.before, ElementsAre(50, 100)) << "its 50 features do better from the start";
  EXPECT_NEAR(more.number->mean, 1 / 0.49, 1e-9);
  const OfPoints few_inside = count_share(curve({100, 700}, law(0.5, -0.5)), other, 0.95);
  EXPECT_EQ(few_inside.points, 1);
  EXPECT_FALSE(few_inside.number.has_value());
}

TEST(CountShare, LeavesOutAPointWhereOneRunIsOutside) {
  const auto lucky = [](double l, int run) { return (run == 1 && l == 80 ? 1e-9 : 0.5) / std::sqrt(l); };
  const OfPoints share = count_share(curve({10, 20, 40, 80}, lucky), curve(many, law(1, -0.5)), 0.95);
  EXPECT_THAT(share.beyond, ElementsAre(80));
  EXPECT_NEAR(share.number->mean, 0.25, 1e-12) << "of every run, over the same points";
}

TEST(CurveExponent, IsTheMeanOfTheRunsWithTheirScatter) {
  const auto runs = [](double l, int run) { return std::pow(l, -1 - 0.1 * run); };
  const OfPoints exponent = curve_exponent(curve(few, runs, 3), false, 0.95);
  const MeanInterval expected = mean_interval(std::vector<double>{-1.1, -1.2, -1.3}, 0.95);
  EXPECT_NEAR(exponent.number->mean, -1.2, 1e-12);
  EXPECT_NEAR(exponent.number->low, expected.low, 1e-9) << "each run lies on a line, and another on another";
  EXPECT_NEAR(exponent.number->high, expected.high, 1e-9);
  EXPECT_FALSE(curve_exponent(curve({10, 20}, law(1, -1)), false, 0.95).number.has_value());
}

TEST(CurveExponent, OfOneRunHasTheScatterAboutTheLine) {
  const auto bent = [](double l, int) { return l == 20 ? 1.2 / l : 1 / l; };
  const OfPoints exponent = curve_exponent(curve(few, bent, 1), false, 0.95);
  const auto line = fit_power_law(few, std::vector<double>{0.1, 0.06, 0.025, 0.0125}, 0.95);
  EXPECT_NEAR(exponent.number->mean, line->exponent, 1e-12);
  EXPECT_NEAR(exponent.number->high - exponent.number->mean, *line->exponent_error, 1e-12);
}

TEST(CurveExponent, MayBeLessThatOfAnotherQuantity) {
  ClaimCurve squares = curve(few, law(2, 2));
  for (CurvePoint& point : squares.points) point.less = 7 * std::pow(point.l, 1.5);
  EXPECT_NEAR(curve_exponent(squares, true, 0.95).number->mean, 0.5, 1e-12);
  EXPECT_NEAR(curve_exponent(squares, false, 0.95).number->mean, 2, 1e-12);
}

TEST(CurveExponent, LeavesOutAPointWhereARunIsNotAboveZero) {
  const OfPoints without = curve_exponent(
      curve(few, [](double l, int run) { return l == 20 && run == 2 ? -0.1 : 1 / l; }), false, 0.95);
  EXPECT_EQ(without.points, 3);
  EXPECT_THAT(without.not_positive, ElementsAre(20));
  EXPECT_NEAR(without.number->mean, -1, 1e-12);
}

}  // namespace
}  // namespace sketchbench
