#include "experiments/sampling_theorems/error_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace sketchbench {
namespace {

/// What an entry may become, with probabilities.
using Outcomes = std::vector<std::pair<double, double>>;

Outcomes outcomes(const RandomisedMatrix& matrix, double entry, double b) {
  const double s = matrix.s, up = 0.5 + entry / (2 * b);
  switch (matrix.how) {
    case Randomisation::sparsified:
      return {{s * entry, 1 / s}, {0, 1 - 1 / s}};
    case Randomisation::quantised:
      return {{b, up}, {-b, 1 - up}};
    case Randomisation::sampled_signs:
      return {{s * b, up / s}, {-s * b, (1 - up) / s}, {0, 1 - 1 / s}};
  }
  return {};
}

TEST(ErrorLaw, BoundsWhatEveryEntryMayBecome) {
  const std::vector<double> entries = {-0.3, 0.1, 0.7, 2};
  const EntryRange range{.smallest = 0.1, .largest = 2, .mean_square = 4.59 / 4};
  for (const RandomisedMatrix& matrix : randomised_matrices(std::vector{2.0, 10.0})) {
    double variance = 0, magnitude = 0, mean_variance = 0;
    for (const double entry : entries) {
      double mean = 0, square = 0;
      for (const auto& [value, probability] : outcomes(matrix, entry, range.largest)) {
        mean += probability * value;
        square += probability * (value - entry) * (value - entry);
        if (probability > 0) magnitude = std::max(magnitude, std::abs(value - entry));
      }
      EXPECT_NEAR(mean, entry, 1e-12);
      variance = std::max(variance, square);
      mean_variance += square / 4;
    }
    const ErrorLaw law = error_law(matrix, range);
    EXPECT_NEAR(law.variance, variance, 1e-12) << name_of(matrix.how) << " " << matrix.s;
    EXPECT_NEAR(law.mean_variance, mean_variance, 1e-12) << name_of(matrix.how) << " " << matrix.s;
    EXPECT_GE(law.magnitude, magnitude);
    EXPECT_LE(law.magnitude, 2 * magnitude);
  }
}

TEST(RandomisedMatrices, AreOnceQuantisedAndTwoForEachS) {
  const auto all = randomised_matrices(std::vector{2.0, 10.0});
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].how, Randomisation::quantised);
  EXPECT_EQ(all[0].s, 1);
  EXPECT_EQ(all[4].how, Randomisation::sampled_signs);
  EXPECT_EQ(all[4].s, 10);
}

TEST(EntryRange, LooksAtTheLowerTriangle) {
  const EntryRange range = entry_range(3, [](Index i, Index j) { return i < j ? 99.0 : double(i - 5 * j); });
  EXPECT_EQ(range.smallest, 0);
  EXPECT_EQ(range.largest, 8);
  EXPECT_DOUBLE_EQ(range.mean_square, (16.0 + 64 + 2 * (1 + 4 + 9)) / 9) << "off the diagonal twice";
}

TEST(AdmittingSigma, IsTheSmallestThatAdmitsTheEntries) {
  const ErrorLaw small{.variance = 4, .magnitude = 0.01}, large{.variance = 4, .magnitude = 3};
  EXPECT_EQ(admitting_sigma(small, 1000), 2);
  const double sigma = admitting_sigma(large, 1000);
  EXPECT_NEAR(admitted_magnitude(sigma, 1000), 3, 1e-12);
  // 4 sigma sqrt(m) is then 4 log(m)^3 times the largest entry.
  EXPECT_NEAR(norm_bound(sigma, 1000), 12 * std::pow(std::log(1000.0), 3), 1e-9);
}

TEST(AdmittedMagnitude, IsLessThanTwiceSigmaUpTo192MillionRows) {
  EXPECT_LT(admitted_magnitude(1, 192'000'000), 2);
  EXPECT_GT(admitted_magnitude(1, 194'000'000), 2);
}

class ErrorNormsTest : public testing::Test {
 protected:
  std::vector<TheoremCheck> check(double magnitude, double norm) const {
    return check_error_norms({.how = Randomisation::sparsified, .s = 5},
                             {.variance = 1, .magnitude = magnitude, .mean_variance = 0.25}, 100,
                             std::vector(10, norm), 0);
  }
};

TEST_F(ErrorNormsTest, HoldBelowTheBound) {
  const auto checks = check(0.05, 20);
  ASSERT_EQ(checks.size(), 3u);
  for (const TheoremCheck& one : std::span(checks).first(2)) {
    EXPECT_EQ(one.verdict(), TheoremVerdict::not_refuted);
    EXPECT_DOUBLE_EQ(one.decisive.bound, 40);
    EXPECT_DOUBLE_EQ(one.slack().value(), 2);
    EXPECT_NEAR(one.statement.allowed.value(), 2 * std::exp(-12.5), 1e-15);
    EXPECT_EQ(one.statement.s, 5);
  }
}

TEST_F(ErrorNormsTest, FailAboveIt) {
  const auto checks = check(0.05, 41);
  for (const TheoremCheck& one : checks) EXPECT_EQ(one.verdict(), TheoremVerdict::fails);
}

// The sentence below Theorem 1 asks for the mean squared entry, whatever the largest variance is.
TEST_F(ErrorNormsTest, AreWithinAFactorOf4OfTheLeastWithTheirMeanSquare) {
  for (const double norm : {19.0, 21.0}) {
    const TheoremCheck sharp = check(2, norm).at(2);
    EXPECT_EQ(sharp.statement.quantity, "mean variance");
    EXPECT_DOUBLE_EQ(sharp.decisive.bound, 4 * 0.5 * 10);
    EXPECT_EQ(sharp.applying, 10) << "no hypothesis on the magnitude";
    EXPECT_FALSE(sharp.statement.allowed.has_value());
    EXPECT_EQ(sharp.verdict(), norm > 20 ? TheoremVerdict::fails : TheoremVerdict::holds);
  }
}

TEST_F(ErrorNormsTest, AnEntryThatIsTooLargeNeedsALargerSigma) {
  const auto checks = check(2, 41);
  EXPECT_EQ(checks[0].verdict(), TheoremVerdict::hypothesis_not_met);
  EXPECT_EQ(checks[0].broken, 10);
  EXPECT_EQ(checks[1].verdict(), TheoremVerdict::not_refuted);
  EXPECT_NEAR(checks[1].decisive.bound, 8 * std::pow(std::log(100.0), 3), 1e-9);
}

}  // namespace
}  // namespace sketchbench
