#include "experiments/sampling_theorems/rounding_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using testing::HasSubstr;

constexpr Index m = 400, draws = 20;

/// Section 4 of the paper, written down again.
Eigen::VectorXd honest(const Eigen::VectorXd& alpha, double s, Seed seed) {
  RandomStream random(seed, "test.rounding");
  Eigen::VectorXd rounded = alpha;
  for (double& one : rounded)
    if (std::abs(one) < 1 / s) one = random.uniform() < s * std::abs(one) ? std::copysign(1 / s, one) : 0.0;
  return rounded;
}

Eigen::VectorXd doubled(const Eigen::VectorXd& alpha, double /*s*/, Seed /*seed*/) { return 2 * alpha; }

/// One eigenvector of equal coefficients, three points with one kernel value everywhere: f = sqrt(m) value.
std::vector<TheoremCheck> checks(const Rounding& rounding, double T, double value = 1, double c = 1) {
  return check_rounding(Eigen::MatrixXd::Constant(m, 1, 1 / std::sqrt(static_cast<double>(m))),
                        Eigen::MatrixXd::Constant(m, 3, value), {.c = c, .epsilon = 0.5, .T = T}, draws,
                        rounding);
}

TEST(RoundingTheorem, HasThePapersNumbers) {
  const RoundingTheorem theorem{.c = 3, .epsilon = 0.5, .T = 4};
  EXPECT_DOUBLE_EQ(theorem.s(400), 2 * 3 * 20 / (0.5 * 4));
  EXPECT_DOUBLE_EQ(theorem.threshold(400), 4 * std::sqrt(std::log(400.0)));
}

// With T = 8, s = 10: every coefficient is kept with probability 1/2, f = 20 is just above the threshold of
// 19.6, and the rounded f has a standard deviation of 1. That it is off by 10 has a probability of 2e-22
// (Hoeffding).
TEST(CheckRounding, HoldsForThePapersRounding) {
  const auto all = checks(honest, 8);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].statement.quantity, "non-zero coefficients");
  EXPECT_DOUBLE_EQ(all[0].decisive.bound, 400);
  EXPECT_NEAR(all[0].decisive.measured, 200, 80);
  EXPECT_DOUBLE_EQ(all[0].statement.s.value(), 10);
  EXPECT_DOUBLE_EQ(all[0].statement.allowed.value(), std::pow(400.0, -3));
  EXPECT_DOUBLE_EQ(all[1].statement.allowed.value(), 3 * std::pow(400.0, -3)) << "three points";
  for (const TheoremCheck& check : all) {
    EXPECT_EQ(check.verdict(), TheoremVerdict::not_refuted);
    EXPECT_EQ(check.trials, draws);
    EXPECT_EQ(check.broken, 0);
  }
  EXPECT_THAT(all[1].remark, HasSubstr("0 of 60 values"));
}

TEST(CheckRounding, FailsForOneThatIsOffByAsMuchAgain) {
  const auto all = checks(doubled, 8);
  EXPECT_EQ(all[0].verdict(), TheoremVerdict::fails) << "400 is not fewer than 400";
  EXPECT_EQ(all[1].verdict(), TheoremVerdict::fails);
  EXPECT_DOUBLE_EQ(all[1].decisive.measured, 1);
  EXPECT_THAT(all[1].remark, HasSubstr("60 of 60 values"));
}

TEST(CheckRounding, NegativeValuesAreTrivialAsPrinted) {
  const auto all = checks(doubled, 8, -1);
  EXPECT_EQ(all[1].verdict(), TheoremVerdict::not_refuted);
  EXPECT_THAT(all[1].remark, HasSubstr("nothing to see"));
  EXPECT_EQ(all[2].verdict(), TheoremVerdict::fails);
}

TEST(CheckRounding, DoesNotApplyWhereAKernelValueIsAboveC) {
  // All values are 1, an interval of width 0, and f^ is random all the same.
  for (const TheoremCheck& check : checks(honest, 8, 1, 0.9))
    EXPECT_EQ(check.verdict(), TheoremVerdict::hypothesis_not_met);
}

TEST(CheckRounding, DoesNotApplyToATooLargeT) {
  EXPECT_EQ(checks(honest, 16)[0].verdict(), TheoremVerdict::not_refuted);
  EXPECT_EQ(checks(honest, 17)[0].verdict(), TheoremVerdict::hypothesis_not_met) << "above 16.34";
}

}  // namespace
}  // namespace sketchbench
