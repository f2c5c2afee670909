#include <sketchbench/features/count_sketch_bounds.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sketchbench {
namespace {

using Point = std::vector<double>;

double inner(const Point& x, const Point& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

double one_norm(const Point& x) {
  double sum = 0;
  for (const double value : x) sum += std::abs(value);
  return sum;
}

PairMoments moments_of(const Point& x, const Point& y) {
  PairMoments pair{.inner = inner(x, y), .norm_x = inner(x, x), .norm_y = inner(y, y)};
  for (std::size_t i = 0; i < x.size(); ++i) pair.squares += x[i] * x[i] * y[i] * y[i];
  return pair;
}

/// Algorithm 1 for two coordinates and two features, for one choice of all hash functions: four bits of
/// `choice` for each of the `degree` Count Sketches.
Point sketch_of_two(const Point& x, int degree, unsigned choice) {
  Point product = {1, 0};
  for (int k = 0; k < degree; ++k, choice >>= 4) {
    Point sketch = {0, 0};
    for (unsigned i = 0; i < 2; ++i)
      sketch[(choice >> i) & 1] += ((choice >> (2 + i)) & 1) != 0 ? x[i] : -x[i];
    product = {product[0] * sketch[0] + product[1] * sketch[1],
               product[0] * sketch[1] + product[1] * sketch[0]};
  }
  return product;
}

/// The law of the estimate, over all hash functions: every value is as likely as every other.
std::vector<double> all_estimates(const Point& x, const Point& y, int degree) {
  std::vector<double> estimates;
  for (unsigned choice = 0; choice < (1u << (4 * degree)); ++choice)
    estimates.push_back(inner(sketch_of_two(x, degree, choice), sketch_of_two(y, degree, choice)));
  return estimates;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double variance_of(std::vector<double> values) {
  const double mean = mean_of(values);
  for (double& value : values) value = (value - mean) * (value - mean);
  return mean_of(values);
}

const std::vector<std::pair<Point, Point>> tiny_pairs = {
    {{1, 1}, {1, 1}}, {{1, -2}, {0.5, 3}}, {{2, 0}, {2, 0}}, {{1, 2}, {-2, 1}}, {{3, 0.25}, {1, 1}}};

TEST(AllHashFunctions, GiveTheKernelOnAverage) {
  for (int degree = 1; degree <= 3; ++degree)
    for (const auto& [x, y] : tiny_pairs)
      EXPECT_NEAR(mean_of(all_estimates(x, y, degree)), std::pow(inner(x, y), degree), 1e-9);
}

TEST(Lemma2, IsTheVarianceOverAllHashFunctions) {
  for (const auto& [x, y] : tiny_pairs)
    EXPECT_NEAR(lemma2_variance(moments_of(x, y), 2), variance_of(all_estimates(x, y, 1)), 1e-9);
}

TEST(Lemma3, IsAboveIt) {
  for (const auto& [x, y] : tiny_pairs)
    EXPECT_GE(lemma3_variance(moments_of(x, y), 2), variance_of(all_estimates(x, y, 1)));
  // Without a common coordinate nothing is given away.
  const PairMoments disjoint = moments_of({1, 0}, {0, 2});
  EXPECT_DOUBLE_EQ(lemma3_variance(disjoint, 2), lemma2_variance(disjoint, 2));
}

TEST(ExactVariance, IsTheOneOverAllHashFunctions) {
  for (int degree = 1; degree <= 3; ++degree)
    for (const auto& [x, y] : tiny_pairs) {
      const double expected = variance_of(all_estimates(x, y, degree));
      EXPECT_NEAR(tensor_sketch_variance(moments_of(x, y), {.degree = degree}, 2), expected,
                  1e-9 * (1 + expected));
    }
}

// The smallest counterexample to Lemma 6: 256 choices of hash functions, 144 of which give 0, 96 give 8 and
// 16 give
// 16. The kernel is 4, the variance 24 and the bound 16.
TEST(Lemma6, FailsForTwoEqualCoordinates) {
  const Point x = {1, 1};
  EXPECT_DOUBLE_EQ(variance_of(all_estimates(x, x, 2)), 24);
  EXPECT_DOUBLE_EQ(lemma6_variance(moments_of(x, x), {.degree = 2}, 2), 16);
}

/// Pairs of all points with coordinates -1, 0, 1 and 3, three of them, that are not 0.
std::vector<PairMoments> many_pairs() {
  std::vector<Point> points;
  const std::vector<double> values = {-1, 0, 1, 3};
  for (const double a : values)
    for (const double b : values)
      for (const double c : values)
        if (a != 0 || b != 0 || c != 0) points.push_back({a, b, c});
  std::vector<PairMoments> pairs;
  for (const Point& x : points)
    for (const Point& y : points) pairs.push_back(moments_of(x, y));
  return pairs;
}

TEST(CorrectedBound, IsLemma2ForPlainCountSketch) {
  for (const PairMoments& pair : many_pairs())
    for (const Index D : {1, 7, 64})
      EXPECT_NEAR(corrected_variance_bound(pair, 1, D), lemma2_variance(pair, D), 1e-9);
}

TEST(CorrectedBound, IsAboveTheExactVarianceWhereItApplies) {
  int applying = 0, attained = 0;
  for (const PairMoments& pair : many_pairs()) {
    if (!corrected_bound_applies(pair)) continue;
    ++applying;
    for (int degree = 1; degree <= 4; ++degree)
      for (const Index D : {1, 2, 3, 8, 513}) {
        const double exact = tensor_sketch_variance(pair, {.degree = degree}, D),
                     bound = corrected_variance_bound(pair, degree, D);
        EXPECT_LE(exact, bound + 1e-9 * (1 + bound)) << degree << ", " << D << ": " << pair.inner;
        EXPECT_LE(bound, variance_bound_by_norms(pair, degree, D) * (1 + 1e-12));
        attained += degree > 1 && exact > 0.999 * bound ? 1 : 0;
      }
  }
  EXPECT_GT(applying, 1000);
  EXPECT_GT(attained, 100) << "a bound that is never near says little";
}

TEST(CorrectedBound, IsAboveTheVarianceOverAllHashFunctions) {
  for (int degree = 1; degree <= 3; ++degree)
    for (const auto& [x, y] : tiny_pairs) {
      const PairMoments pair = moments_of(x, y);
      if (!corrected_bound_applies(pair)) continue;
      EXPECT_LE(variance_of(all_estimates(x, y, degree)),
                corrected_variance_bound(pair, degree, 2) * (1 + 1e-12) + 1e-9);
    }
}

/// Algorithm 1 for two coordinates, two Count Sketches and D features.
Point sketch_of_degree_2(const Point& x, Index D, const std::vector<Index>& buckets,
                         const std::vector<double>& signs) {
  Point product(static_cast<std::size_t>(D), 0);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      product[static_cast<std::size_t>((buckets[i] + buckets[2 + j]) % D)] +=
          signs[i] * signs[2 + j] * x[i] * x[j];
  return product;
}

// <x, y> = 0 and sum of x^2 y^2 = 2: over all 3^4 buckets and 2^4 signs the variance is 16/9.
TEST(CorrectedBound, CanBeTooLowWhereItDoesNotApply) {
  const Point x = {1, 1}, y = {1, -1};
  std::vector<double> estimates;
  for (unsigned choice = 0; choice < 81 * 16; ++choice) {
    std::vector<Index> buckets;
    std::vector<double> signs;
    unsigned rest = choice;
    for (int k = 0; k < 4; ++k, rest /= 3) buckets.push_back(rest % 3);
    for (int k = 0; k < 4; ++k, rest /= 2) signs.push_back(rest % 2 == 0 ? 1 : -1);
    estimates.push_back(
        inner(sketch_of_degree_2(x, 3, buckets, signs), sketch_of_degree_2(y, 3, buckets, signs)));
  }
  EXPECT_NEAR(mean_of(estimates), 0, 1e-12);
  EXPECT_NEAR(variance_of(estimates), 16.0 / 9, 1e-12);
  const PairMoments pair = moments_of(x, y);
  EXPECT_NEAR(tensor_sketch_variance(pair, {.degree = 2}, 3), 16.0 / 9, 1e-12);
  EXPECT_FALSE(corrected_bound_applies(pair));
  EXPECT_EQ(corrected_variance_bound(pair, 2, 3), 0);
}

TEST(BoundByNorms, HoldsForEveryPair) {
  double largest = 0;
  for (const PairMoments& pair : many_pairs())
    for (int degree = 1; degree <= 4; ++degree)
      for (const Index D : {1, 2, 3, 8, 513}) {
        const double bound = variance_bound_by_norms(pair, degree, D);
        EXPECT_LE(tensor_sketch_variance(pair, {.degree = degree}, D), bound * (1 + 1e-12));
        largest = std::max(largest, tensor_sketch_variance(pair, {.degree = degree}, D) / bound);
      }
  EXPECT_GT(largest, 0.5);
  // Parallel points of many equal coordinates come as near to it as one likes, for D = 1 and 2.
  const PairMoments flat{.inner = 1, .norm_x = 1, .norm_y = 1, .squares = 1e-9};
  EXPECT_NEAR(tensor_sketch_variance(flat, {.degree = 3}, 2) / variance_bound_by_norms(flat, 3, 2), 1, 1e-6);
}

TEST(CorrectedBound, IsNoRoundingErrorForPointsOfOneCoordinate) {
  const PairMoments pair{
      .inner = 0.1 * 0.7, .norm_x = 0.1 * 0.1, .norm_y = 0.7 * 0.7, .squares = 0.1 * 0.7 * 0.7 * 0.1};
  EXPECT_TRUE(corrected_bound_applies(pair));
  for (int degree = 1; degree <= 8; ++degree) EXPECT_EQ(corrected_variance_bound(pair, degree, 64), 0);
}

TEST(Lemma7, IsChebyshevsInequalityWithTwiceTheLargerTermOfLemma6) {
  for (int degree = 1; degree <= 3; ++degree)
    for (const auto& [x, y] : tiny_pairs) {
      const PairMoments pair = moments_of(x, y);
      if (pair.inner == 0) continue;
      const double kernel = std::pow(pair.inner, degree), norms = std::pow(pair.norm_x * pair.norm_y, degree);
      for (const double error : {0.5, 3.0})
        EXPECT_NEAR(
            lemma7_tail(pair, degree, 100, error) / (2 * norms / (100 * error * error * kernel * kernel)), 1,
            1e-12);
    }
}

TEST(Lemma7, InverseGivesTheErrorOfATail) {
  const PairMoments pair = moments_of({1, 2}, {-3, 1});
  EXPECT_NEAR(lemma7_tail(pair, 3, 64, lemma7_relative_error(pair, 3, 64, 0.05)), 0.05, 1e-12);
}

TEST(Lemma7, SaysNothingOfOrthogonalPoints) {
  EXPECT_TRUE(std::isinf(lemma7_tail(moments_of({1, 2}, {-2, 1}), 2, 64, 1)));
}

TEST(Lemma8, IsTheLargestOverAllHashFunctionsForEqualPoints) {
  for (int degree = 1; degree <= 3; ++degree)
    for (const auto& [x, y] : tiny_pairs) {
      double largest = 0, largest_of_same = 0;
      for (const double value : all_estimates(x, y, degree)) largest = std::max(largest, std::abs(value));
      for (const double value : all_estimates(x, x, degree))
        largest_of_same = std::max(largest_of_same, value);
      EXPECT_LE(largest, lemma8_largest(one_norm(x), one_norm(y), degree) * (1 + 1e-12));
      // All coordinates in one bucket with the signs of x.
      EXPECT_NEAR(largest_of_same / lemma8_largest(one_norm(x), one_norm(x), degree), 1, 1e-12);
    }
}

TEST(Lemma9, IsAboveTheTailOfAveragesOfSigns) {
  // The average of n signs is +-1 with probability 2^(1 - n): the law that Hoeffding's inequality is nearest
  // to.
  for (const Index n : {1, 2, 5, 20}) {
    EXPECT_GE(lemma9_tail(1, n, 1), std::pow(2.0, 1 - static_cast<double>(n)));
    EXPECT_NEAR(lemma9_tail(3, n, 3), 2 * std::exp(-static_cast<double>(n) / 2), 1e-12);
  }
}

TEST(Lemma9, InverseGivesTheErrorOfATail) {
  EXPECT_NEAR(lemma9_tail(7, 10, lemma9_error(7, 10, 0.02)), 0.02, 1e-12);
}

TEST(Lemma10, ErrorIsTheSmallestThatBothConditionsAdmit) {
  const double largest = 0.2;
  const int degree = 3;
  for (const Index D : {512, 4096, 1'000'000})
    for (const double delta : {0.25, 0.1, 0.01}) {
      const auto error = lemma10_error(largest, degree, D, delta);
      if (!error) continue;
      const double d = static_cast<double>(D), log_delta = std::log(1 / delta);
      const double spread = *error / (18 * std::sqrt(log_delta * std::log(d / delta)));
      const double features = 72 * log_delta / (*error * *error);
      EXPECT_LE(std::pow(largest, degree), spread * (1 + 1e-12));
      EXPECT_LE(features, d * (1 + 1e-12));
      // No smaller one: one of the two is met with equality.
      EXPECT_NEAR(std::max(std::pow(largest, degree) / spread, features / d), 1, 1e-12);
    }
  EXPECT_TRUE(lemma10_error(largest, degree, 4096, 0.25));
}

TEST(Lemma10, SaysNothingOfFewFeaturesOrOfOneLargeCoordinate) {
  EXPECT_FALSE(lemma10_error(0, 2, 99, 0.25));  // 72 log 4 = 99.8
  EXPECT_TRUE(lemma10_error(0, 2, 100, 0.25));
  EXPECT_FALSE(lemma10_error(1, 2, 1'000'000, 0.25));
}

}  // namespace
}  // namespace sketchbench
