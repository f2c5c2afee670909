#include <sketchbench/report/verdicts/difference.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <set>

namespace sketchbench {
namespace {

using testing::SizeIs;

Sample five_runs(double mean, double std) { return {.n = 5, .mean = mean, .std = std}; }
Sample one_run(double mean) { return {.n = 1, .mean = mean, .std = {}}; }

Verdict verdict_alone(const Difference& difference) { return judge(std::array{difference}).front().verdict; }

TEST(Difference, HoldsBothSpreadsTheRoundingAndTheSplitOnBothSides) {
  const SplitNoise split{.variance = 0.09, .freedom = 9, .splits = 10};
  const Difference made =
      difference_of({.ours = five_runs(80.5, 0.2), .published = {five_runs(80.0, 0.395), 2}, .split = split});
  EXPECT_NEAR(made.estimate.estimate, 0.5, 1e-12);
  EXPECT_NEAR(made.estimate.bound, 0.005, 1e-15);
  const double ours = 0.04 / 5, theirs = 0.4 * 0.4 / 5, splits = 2 * 0.09;
  const double variance = ours + theirs + splits;
  EXPECT_NEAR(made.estimate.error, std::sqrt(variance), 1e-12) << "the deviation at the end of its rounding";
  EXPECT_NEAR(made.estimate.freedom,
              variance * variance / (ours * ours / 4 + theirs * theirs / 4 + splits * splits / 9), 1e-9);
  EXPECT_FALSE(made.spread_assumed);
}

TEST(Difference, OfWhatDrawsNothingHasTheSplitAndTheRoundingAlone) {
  const ComparedMeans exact{.ours = one_run(79.30), .published = {one_run(79.73), 2}, .draws = false};
  EXPECT_EQ(difference_of(exact).estimate.error, 0);
  EXPECT_NEAR(difference_of(exact).estimate.interval(0.95).high, -0.425, 1e-12);
  ComparedMeans drawn = exact;
  drawn.split = binomial_split_noise(80, 20'000);
  EXPECT_NEAR(difference_of(drawn).estimate.error, std::sqrt(2 * 80 * 20 / 20'000.0), 1e-12);
}

TEST(Difference, WithoutAPublishedSpreadOursStandsForItAndItSaysSo) {
  const Difference made = difference_of({.ours = five_runs(80, 1.0), .published = {one_run(79), 2}});
  EXPECT_TRUE(made.spread_assumed);
  EXPECT_NEAR(made.estimate.error, std::sqrt(1.0 / 5 + 1.0), 1e-12)
      << "a single run that scatters as ours do";
  EXPECT_NEAR(made.estimate.freedom, 4, 1e-12) << "one estimate for both";
}

TEST(Difference, WithoutOursThePublishedSpreadStandsForIt) {
  const Difference made =
      difference_of({.ours = one_run(80), .published = {five_runs(79, 1.0), std::nullopt}});
  EXPECT_FALSE(made.spread_assumed);
  EXPECT_NEAR(made.estimate.error, std::sqrt(1.0 + 1.0 / 5), 1e-12);
  EXPECT_EQ(made.estimate.bound, 0) << "digits that are not known make no bound";
}

TEST(Difference, WithoutAnySpreadNothingIsTold) {
  const Difference made = difference_of({.ours = one_run(90), .published = {one_run(60), 2}});
  EXPECT_EQ(verdict_alone(made), Verdict::consistent);
}

// With a standard error of 0.1 and a known variance the interval of one comparison is the difference +-
// 0.196.
Difference of_known_error(double difference, double error = 0.1) {
  const std::array part = {VariancePart{error * error}};
  return {.estimate = welch_estimate(difference, part)};
}

TEST(Verdict, EqualIsAWholeIntervalWithinHalfAPoint) {
  EXPECT_EQ(verdict_alone(of_known_error(0.1)), Verdict::equal);
  EXPECT_EQ(verdict_alone(of_known_error(0.3)), Verdict::equal) << "told from 0, and equal all the same";
  EXPECT_EQ(verdict_alone(of_known_error(-0.3)), Verdict::equal);
}

TEST(Verdict, ConsistentHoldsZeroAndIsWider) {
  EXPECT_EQ(verdict_alone(of_known_error(0.3, 0.3)), Verdict::consistent);
}

TEST(Verdict, DifferingByLessIsToldFromZeroBelowHalfAPoint) {
  EXPECT_EQ(verdict_alone(of_known_error(0.4)), Verdict::differs_by_less);
  EXPECT_EQ(verdict_alone(of_known_error(-0.4)), Verdict::differs_by_less);
}

TEST(Verdict, DifferingIsToldFromZeroFromHalfAPointOn) {
  EXPECT_EQ(verdict_alone(of_known_error(0.51)), Verdict::differs);
  EXPECT_EQ(verdict_alone(of_known_error(84.83 - 84.33)), Verdict::differs) << "half a point, as decimals";
  EXPECT_EQ(verdict_alone(of_known_error(-3)), Verdict::differs);
}

TEST(Verdict, TheRoundingInPrintDecidesWhereNothingElseScatters) {
  const auto of = [](double published) {
    return verdict_alone(
        difference_of({.ours = one_run(80), .published = {one_run(published), 2}, .draws = false}));
  };
  EXPECT_EQ(of(80.495), Verdict::equal);
  EXPECT_EQ(of(80.497), Verdict::differs_by_less) << "0.502 cannot be ruled out";
  EXPECT_EQ(of(80.51), Verdict::differs);
}

TEST(Verdict, AFamilyTakesMoreThanASingleComparison) {
  const std::vector<Difference> lone = {of_known_error(0.6, 0.25)};
  EXPECT_EQ(judge(lone).front().verdict, Verdict::differs) << "p = 0.016";
  std::vector<Difference> family = lone;
  for (int i = 0; i < 9; ++i) family.push_back(of_known_error(0, 0.25));
  const std::vector<JudgedDifference> judged = judge(family);
  ASSERT_THAT(judged, SizeIs(10));
  EXPECT_EQ(judged.front().verdict, Verdict::consistent) << "10 p = 0.16";
  EXPECT_NEAR(judged.front().adjusted_p, 10 * lone.front().estimate.p_value(), 1e-12);
  EXPECT_FALSE(judged.front().interval.holds(0)) << "its own interval is that of one comparison";
  EXPECT_TRUE(judged.front().family_interval.holds(0));
}

TEST(Verdict, EachHasItsNameWordsAndMark) {
  std::set<std::string_view> names, words, marks;
  for (const Verdict verdict : all_verdicts()) {
    names.insert(name_of(verdict));
    words.insert(words_of(verdict));
    marks.insert(mark_of(verdict));
  }
  EXPECT_THAT(names, SizeIs(4));
  EXPECT_THAT(words, SizeIs(4));
  EXPECT_THAT(marks, SizeIs(4));
  EXPECT_EQ(name_of(Verdict::none), "");
}

// Families of 8 comparisons of a law with itself, 4,000 times: that anything is said to differ has a
// probability of 0.05 at most (Welch's t is slightly conservative with four degrees of freedom), with a
// deviation of 0.0034 of the share; 0.07 is more than five of them above. Differences of exactly half a point
// likewise: that any is called equal.
TEST(Verdict, AFamilySaysSomethingWrongSeldom) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  constexpr int families = 4'000;
  const auto drawn = [&](double mean, double std) {
    std::vector<double> values;
    for (int i = 0; i < 5; ++i) values.push_back(mean + std * normal(random));
    return sample_of(values);
  };
  int said_to_differ = 0, said_to_be_equal = 0;
  for (int i = 0; i < families; ++i) {
    std::vector<Difference> same, half;
    for (int k = 0; k < 8; ++k) {
      same.push_back(difference_of({.ours = drawn(80, 0.3), .published = {drawn(80, 0.2), std::nullopt}}));
      half.push_back(
          difference_of({.ours = drawn(80.5, 0.03), .published = {drawn(80, 0.02), std::nullopt}}));
    }
    bool differs = false, equal = false;
    for (const JudgedDifference& one : judge(same))
      differs = differs || one.verdict == Verdict::differs || one.verdict == Verdict::differs_by_less;
    for (const JudgedDifference& one : judge(half)) equal = equal || one.verdict == Verdict::equal;
    said_to_differ += differs ? 1 : 0;
    said_to_be_equal += equal ? 1 : 0;
  }
  EXPECT_LE(said_to_differ, 0.07 * families);
  EXPECT_LE(said_to_be_equal, 0.07 * families);
}

}  // namespace
}  // namespace sketchbench
