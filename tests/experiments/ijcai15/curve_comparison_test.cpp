#include "papers/ijcai15/curve_comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/random.hpp"

namespace sketchbench::ijcai15 {
namespace {

using testing::SizeIs;

/// error(l, run) and seconds(l) at each l.
ErrorCurve curve(
    const std::vector<double>& ls, const std::function<double(double, int)>& error, int runs = 5,
    const std::function<double(double)>& seconds = [](double l) { return l / 100; }) {
  ErrorCurve curve;
  for (const double l : ls) {
    CurvePoint point{.l = l, .error = {}, .seconds = seconds(l)};
    for (int run = 1; run <= runs; ++run) point.error[run] = error(l, run);
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

TEST(ErrorRatio, IsTheGeometricMeanOverPoints) {
  const ErrorCurve rks = curve(few, law(1, -0.5));
  ErrorCurve half = curve(few, law(0.5, -0.5));
  OfPoints ratio = error_ratio(half, rks);
  EXPECT_EQ(ratio.points, 4);
  EXPECT_NEAR(ratio.number->mean, 0.5, 1e-12);
  EXPECT_NEAR(ratio.number->low, 0.5, 1e-12) << "all maps alike";
  for (auto& [run, error] : half.points[1].error) error *= 16;
  EXPECT_NEAR(error_ratio(half, rks).number->mean, 1, 1e-12) << "16^(1/4) times as large";
  half.points.erase(half.points.begin());
  EXPECT_EQ(error_ratio(half, rks).points, 3);
  EXPECT_FALSE(error_ratio(half, ErrorCurve()).number.has_value());
}

// 1000 samples of five maps; 95 % of their intervals hold the truth where logarithms are normal. Fewer than
// 920 would be 4 standard deviations (0.7 %) below: a false alarm of at most 1e-4.
TEST(ErrorRatio, HasAnIntervalOverMapsThatHoldsTheTruth) {
  int held = 0;
  for (Seed seed = 1; seed <= 1000; ++seed) {
    RandomStream random(seed, "test.maps");
    const auto noisy = [&](double factor) {
      return [&random, factor](double l, int) {
        return factor / std::sqrt(l) * std::exp(0.1 * random.normal());
      };
    };
    const ErrorCurve one = curve(few, noisy(0.6)), other = curve(few, noisy(1));
    if (error_ratio(one, other).number->holds(0.6)) ++held;
  }
  EXPECT_GE(held, 920);
}

TEST(ErrorRatio, OfOneMapHasNoInterval) {
  const OfPoints ratio = error_ratio(curve(few, law(0.5, -1), 1), curve(few, law(1, -1), 1));
  EXPECT_NEAR(ratio.number->mean, 0.5, 1e-12);
  EXPECT_EQ(ratio.number->low, 0);
  EXPECT_TRUE(std::isinf(ratio.number->high));
}

TEST(ErrorRatio, SetsRunsSideBySide) {
  // Both halves of a pair share a factor; unpaired it would widen the interval.
  const auto shared = [](double factor) {
    return [factor](double, int run) { return factor * std::pow(2, run); };
  };
  const OfPoints ratio = error_ratio(curve(few, shared(0.5)), curve(few, shared(1)));
  EXPECT_NEAR(ratio.number->low, 0.5, 1e-12);
  EXPECT_NEAR(ratio.number->high, 0.5, 1e-12);
}

TEST(ErrorRatio, AtEqualTimeReadsTheOtherWhereItTakesAsLong) {
  // The one takes four times as long, so its time buys the other four times the features: half its error.
  const auto four_times = [](double l) { return 4 * l / 100; };
  const ErrorCurve one = curve(few, law(1, -0.5), 5, four_times);
  const OfPoints ratio = error_ratio_at_equal_time(one, curve(many, law(1, -0.5)));
  EXPECT_EQ(ratio.points, 4);
  EXPECT_NEAR(ratio.number->mean, 2, 1e-12);
  EXPECT_EQ(error_ratio_at_equal_time(one, curve({10, 100}, law(1, -0.5))).points, 2)
      << "only times that the other has";
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
  const ErrorCurve tefm = curve(few, law(1, -1)), rks = curve(many, law(1, -0.5));
  const std::vector<FeatureCount> counts = feature_counts(tefm, rks);
  ASSERT_THAT(counts, SizeIs(4));
  EXPECT_NEAR(counts[1].count.x, 400, 1e-8);
  EXPECT_NEAR(counts[1].seconds, 0.2, 1e-12);
  EXPECT_NEAR(*counts[1].seconds_of_count, 4, 1e-10);
  const OfPoints exponent = count_exponent(counts);
  EXPECT_NEAR(exponent.number->mean, 2, 1e-9);
  EXPECT_NEAR(exponent.number->high, 2, 1e-6);
}

TEST(FeatureCounts, BeyondTheOthersPointsAreNotInTheExponent) {
  const std::vector<FeatureCount> counts =
      feature_counts(curve({5, 10, 20, 40, 200}, law(1, -1)), curve(many, law(1, -0.5)));
  EXPECT_EQ(counts.front().count.place, Crossing::Place::inside);
  EXPECT_EQ(counts.back().count.place, Crossing::Place::beyond);
  EXPECT_FALSE(counts.back().seconds_of_count.has_value());
  EXPECT_EQ(count_exponent(counts).points, 4);
  EXPECT_FALSE(count_exponent({counts[0], counts[1]}).number.has_value()) << "two points have no scatter";
}

TEST(FeatureShare, IsTheShareOfTheOthersFeaturesThatSuffices) {
  const OfPoints share = feature_share(curve({20, 40}, law(0.5, -0.5)), curve(many, law(1, -0.5)));
  EXPECT_NEAR(share.number->mean, 0.25, 1e-12);
  const OfPoints bound = feature_share(curve({100}, law(1e-3, 0)), curve({10, 100}, law(1, -0.5)));
  EXPECT_NEAR(bound.number->mean, 1, 1e-12) << "more than its 100: at most a share of 1";
}

TEST(ErrorExponent, IsThatOfTheMeans) {
  EXPECT_NEAR(error_exponent(curve(few, law(3, -1.25)), false).number->mean, -1.25, 1e-12);
  // A gap may be below 0 in one run and not in the mean.
  const auto gap = [](double l, int run) { return (run == 1 ? -1 : 1.5) / l; };
  const OfPoints exponent = error_exponent(curve(few, gap), true);
  EXPECT_EQ(exponent.points, 4);
  EXPECT_NEAR(exponent.number->mean, -1, 1e-12);
  EXPECT_FALSE(error_exponent(curve({10, 20}, law(1, -1)), false).number.has_value());
}

}  // namespace
}  // namespace sketchbench::ijcai15
