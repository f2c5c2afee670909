#include <sketchbench/features/kernel_pca/model/rounded_coefficients.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

using Eigen::VectorXd;

VectorXd unit_vector(Index m) {
  RandomStream random(3, "test.alpha");
  VectorXd alpha(m);
  for (double& value : alpha) value = random.normal();
  return alpha.normalized();
}

TEST(RoundedCoefficients, AreKeptWhereTheyAreLargeAndRoundedToAStepElsewhere) {
  VectorXd alpha = 0.1 * unit_vector(400);
  alpha(7) = 0.9;
  alpha(8) = -0.25;
  alpha(9) = 0;
  const double s = 4;
  const VectorXd rounded = rounded_coefficients(alpha, s, 1);
  EXPECT_EQ(rounded(7), 0.9);
  EXPECT_EQ(rounded(8), -0.25) << "at the threshold";
  EXPECT_EQ(rounded(9), 0);
  int steps = 0;
  for (Index i = 0; i < alpha.size(); ++i) {
    if (i == 7 || i == 8 || rounded(i) == 0) continue;
    EXPECT_EQ(rounded(i), std::copysign(1 / s, alpha(i))) << i;
    ++steps;
  }
  EXPECT_GT(steps, 0);
}

// Over 4000 seeds (fixed): each of 30 means, and the number of those that are not 0, within 5 standard
// errors, which a normal law exceeds with a probability of 2e-5 in all.
TEST(RoundedCoefficients, HaveTheCoefficientsAsTheirMeanAndAsManyNonzerosAsExpected) {
  const VectorXd alpha = unit_vector(30);
  const double s = 5;
  std::vector<test::Sample> values(30);
  test::Sample nonzeros;
  for (Seed seed = 0; seed < 4000; ++seed) {
    const VectorXd rounded = rounded_coefficients(alpha, s, seed);
    for (Index i = 0; i < alpha.size(); ++i) values[static_cast<std::size_t>(i)].add(rounded(i));
    nonzeros.add(static_cast<double>((rounded.array() != 0).count()));
  }
  for (Index i = 0; i < alpha.size(); ++i) {
    const test::Sample& value = values[static_cast<std::size_t>(i)];
    EXPECT_NEAR(value.mean(), alpha(i), 5 * value.mean_error() + 1e-12) << i;
  }
  const double expected = (s * alpha.cwiseAbs()).cwiseMin(1).sum();
  EXPECT_NEAR(nonzeros.mean(), expected, 5 * nonzeros.mean_error());
}

TEST(RoundedCoefficients, OfAFineStepAreTheCoefficients) {
  const VectorXd alpha = unit_vector(50);
  EXPECT_EQ(rounded_coefficients(alpha, 1.0 / alpha.cwiseAbs().minCoeff() * (1 + 1e-12), 1), alpha);
}

TEST(RoundedCoefficients, AreDrawnFromSeedAndStreamWhateverTheOthersAre) {
  const VectorXd alpha = unit_vector(200);
  const VectorXd rounded = rounded_coefficients(alpha, 3, 1, 2);
  EXPECT_EQ(rounded_coefficients(alpha, 3, 1, 2), rounded);
  EXPECT_EQ(rounded_coefficients(alpha.head(100), 3, 1, 2), rounded.head(100));
  EXPECT_NE(rounded_coefficients(alpha, 3, 1, 3), rounded);
  EXPECT_NE(rounded_coefficients(alpha, 3, 2, 2), rounded);
}

TEST(RoundedCoefficients, AreRefusedWithoutAScale) {
  for (const double s : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_THAT([&] { rounded_coefficients(unit_vector(3), s, 1); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr("expected a number above 0")));
}

}  // namespace
}  // namespace sketchbench
