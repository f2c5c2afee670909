#include <sketchbench/report/verdicts/welch.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <sketchbench/report/statistics.hpp>

namespace sketchbench {
namespace {

VariancePart part_of(double std, int n) { return {std * std / n, n - 1.0}; }

// Computed with SciPy: stats.ttest_ind_from_stats(equal_var=False), stats.t.ppf.
TEST(Welch, AgreesWithValuesComputedElsewhere) {
  const std::array wide = {part_of(2.8, 10), part_of(1.6, 15)};
  const WelchEstimate difference = welch_estimate(20.8 - 23.0, wide);
  EXPECT_NEAR(difference.error, 0.977070451229934, 1e-12);
  EXPECT_NEAR(difference.freedom, 12.9503435533229, 1e-10);
  EXPECT_NEAR(difference.p_value(), 0.0423529010750645, 1e-12);
  EXPECT_NEAR(difference.interval(0.95).low, -4.31165542426781, 1e-10);
  EXPECT_NEAR(difference.interval(0.95).high, -0.088344575732191, 1e-10);

  const std::array narrow = {part_of(0.1804, 5), part_of(0.65, 5)};
  const WelchEstimate other = welch_estimate(93.8167 - 90.07, narrow);
  EXPECT_NEAR(other.freedom, 4.61258615377986, 1e-10);
  EXPECT_NEAR(other.p_value(), 0.000101421171862813, 1e-12);
  EXPECT_NEAR(other.interval(1 - 0.05 / 36).low, 1.67949200297129, 1e-7);
  EXPECT_NEAR(other.interval(1 - 0.05 / 36).high, 5.81390799702872, 1e-7);
}

TEST(Welch, AKnownVarianceHasTheNormalLaw) {
  const std::array known = {VariancePart{4}};
  EXPECT_NEAR(welch_estimate(0, known).interval(0.95).high, 2 * 1.959963984540054, 1e-9);
  EXPECT_NEAR(welch_estimate(2 * 1.959963984540054, known).p_value(), 0.05, 1e-12);
}

TEST(Welch, AKnownPartAddsToTheDegreesOfFreedom) {
  const std::array estimated = {VariancePart{1, 4}};
  const std::array both = {VariancePart{1, 4}, VariancePart{1}};
  EXPECT_DOUBLE_EQ(welch_estimate(0, estimated).freedom, 4);
  EXPECT_DOUBLE_EQ(welch_estimate(0, both).freedom, 16) << "(1 + 1)^2 / (1 / 4)";
}

TEST(Welch, ABoundWidensTheIntervalAndTakesOffTheDistanceFromZero) {
  const std::array known = {VariancePart{0.01}};
  const WelchEstimate plain = welch_estimate(0.3, known), rounded = welch_estimate(0.3, known, 0.005);
  EXPECT_NEAR(rounded.interval(0.95).low, plain.interval(0.95).low - 0.005, 1e-12);
  EXPECT_NEAR(rounded.interval(0.95).high, plain.interval(0.95).high + 0.005, 1e-12);
  EXPECT_NEAR(rounded.p_value(), welch_estimate(0.295, known).p_value(), 1e-12);
  EXPECT_EQ(welch_estimate(-0.004, known, 0.005).p_value(), 1);
}

TEST(Welch, ThePValueAndTheIntervalSayTheSame) {
  for (const double estimate : {-0.9, -0.31, 0.2, 0.5, 1.4})
    for (const double confidence : {0.8, 0.95, 0.999}) {
      const std::array parts = {VariancePart{0.04, 3}, VariancePart{0.02}};
      const WelchEstimate made = welch_estimate(estimate, parts, 0.05);
      EXPECT_EQ(made.p_value() <= 1 - confidence, !made.interval(confidence).holds(0)) << estimate;
    }
}

TEST(Welch, WithoutScatterOnlyTheBoundIsLeft) {
  const WelchEstimate exact = welch_estimate(0.2, {}, 0.005);
  EXPECT_NEAR(exact.interval(0.95).low, 0.195, 1e-12);
  EXPECT_NEAR(exact.interval(0.95).high, 0.205, 1e-12);
  EXPECT_EQ(exact.p_value(), 0);
  EXPECT_EQ(welch_estimate(0.005, {}, 0.005).p_value(), 1);
}

TEST(Welch, OfAnUnknownVarianceNothingIsKnown) {
  const std::array unknown = {VariancePart{std::numeric_limits<double>::infinity(), 1}};
  const WelchEstimate made = welch_estimate(5, unknown);
  EXPECT_EQ(made.p_value(), 1);
  EXPECT_TRUE(std::isinf(made.interval(0.95).low));
  EXPECT_TRUE(std::isinf(made.interval(0.95).high));
}

// Student's test of a mean of 5 values at 5 %: 20,000 means that lie as far from 0 as it finds with
// probability 0.8 are told from it in 80 % (the deviation of the share is 0.003). Tables of power have a
// shift of 3.7 errors for it.
TEST(Welch, FindsWhatIsDetectableWithTheProbabilityThatItSays) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  const std::array known = {VariancePart{1.0 / 5, 4}};
  const double shift = detectable(welch_estimate(0, known), 0.05);
  int found = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::vector<double> values;
    for (int k = 0; k < 5; ++k) values.push_back(shift + normal(random));
    const Sample sample = sample_of(values);
    const std::array parts = {part_of(*sample.std, 5)};
    found += welch_estimate(sample.mean, parts).p_value() <= 0.05 ? 1 : 0;
  }
  EXPECT_NEAR(found / 20'000.0, 0.8, 0.015);
}

TEST(Welch, DetectableIsWiderByTheBoundAndAtASmallerLevel) {
  const std::array parts = {VariancePart{0.04}};
  // Normal: (1.95996 + 0.84162) errors.
  EXPECT_NEAR(detectable(welch_estimate(3, parts), 0.05), 0.2 * 2.80158, 1e-5);
  EXPECT_NEAR(detectable(welch_estimate(3, parts, 0.1), 0.05), 0.1 + 0.2 * 2.80158, 1e-5);
  EXPECT_GT(detectable(welch_estimate(3, parts), 0.05 / 36), detectable(welch_estimate(3, parts), 0.05));
  EXPECT_EQ(detectable(welch_estimate(3, {}, 0.1), 0.05), 0.1);
  const std::array unknown = {VariancePart{std::numeric_limits<double>::infinity(), 1}};
  EXPECT_TRUE(std::isinf(detectable(welch_estimate(3, unknown), 0.05)));
}

// 20,000 differences of two means of 5 and 5 normal values with deviations 1 and 3. The share of intervals
// that hold the true difference scatters about its expectation by 0.0015 at most; Welch's own error at these
// sizes is below 0.005 (the nominal 0.95 is within 0.943 and 0.957). A false alarm takes more than 4.6
// deviations: a probability below 1e-5 for any seed, and this one is fixed.
TEST(Welch, IntervalsHoldTheTrueDifferenceAsOftenAsTheySay) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> narrow(3, 1), wide(1, 3);
  constexpr int repeats = 20'000;
  int held = 0;
  for (int i = 0; i < repeats; ++i) {
    std::vector<double> a, b;
    for (int k = 0; k < 5; ++k) {
      a.push_back(narrow(random));
      b.push_back(wide(random));
    }
    const Sample one = sample_of(a), other = sample_of(b);
    const std::array parts = {part_of(*one.std, one.n), part_of(*other.std, other.n)};
    held += welch_estimate(one.mean - other.mean, parts).interval(0.95).holds(2) ? 1 : 0;
  }
  EXPECT_NEAR(held / static_cast<double>(repeats), 0.95, 0.012);
}

}  // namespace
}  // namespace sketchbench
