#include <sketchbench/learners/dense_tron/trust_radius.hpp>

#include <gtest/gtest.h>

namespace sketchbench {
namespace {

/// A step of that norm along which the objective is a parabola: slope -1 * norm, decrease `share` of what was
/// promised.
TrustRadius::Step step(double norm, double share, bool at_boundary = false) {
  return {.norm = norm,
          .slope = -norm,
          .predicted = 0.5 * norm,
          .actual = 0.5 * norm * share,
          .at_boundary = at_boundary};
}

TEST(TrustRadius, AcceptsWhatDecreasesTheObjectiveEnough) {
  EXPECT_TRUE(TrustRadius::accepts(step(1, 1)));
  EXPECT_TRUE(TrustRadius::accepts(step(1, 1e-3)));
  EXPECT_FALSE(TrustRadius::accepts(step(1, 0)));
  EXPECT_FALSE(TrustRadius::accepts(step(1, -5)));
}

TEST(TrustRadius, ShrinksAfterAStepThatFails) {
  for (const bool widen : {true, false}) {
    TrustRadius radius(1, widen);
    radius.learn(step(1, -3));
    EXPECT_LE(radius.value(), 0.5);
    EXPECT_GT(radius.value(), 0);
  }
}

TEST(TrustRadius, GrowsAfterAGoodStepThatWasCutOff) {
  TrustRadius wide(1, true);
  wide.learn(step(1, 1, true));
  EXPECT_DOUBLE_EQ(wide.value(), 4);
  // Without widening, a parabola whose minimum is at the step suggests the step's own length.
  TrustRadius cautious(1, false);
  cautious.learn(step(1, 1, true));
  EXPECT_DOUBLE_EQ(cautious.value(), 1);
}

TEST(TrustRadius, TakesItsScaleFromTheFirstStep) {
  TrustRadius radius(1000, true);
  radius.learn(step(2, 1));
  EXPECT_LE(radius.value(), 8);
}

// LIBLINEAR before 2.21 counts the steps that it takes: until there is one, every trial is the first, and the
// radius comes down to its length. From 2.21 on the first trial alone counts.
TEST(TrustRadius, LearnsItsScaleUntilItHas) {
  const auto after_a_failure = [](bool widen, double norm) {
    TrustRadius radius(1000, widen);
    radius.learn(step(10, -3));
    radius.learn(step(norm, 1));
    return radius.value();
  };
  TrustRadius failed(1000, false);
  failed.learn(step(10, -3));
  ASSERT_LE(failed.value(), 5);
  ASSERT_GT(failed.value(), 0.5);
  // A parabola whose minimum is at the step suggests the step's own length.
  EXPECT_DOUBLE_EQ(after_a_failure(false, 0.5), 0.5);
  EXPECT_DOUBLE_EQ(after_a_failure(true, 0.5), failed.value());
  // Once a step was taken, a short one no longer brings the radius down.
  TrustRadius learnt(1000, false);
  learnt.learn(step(10, 1));
  learnt.learn(step(0.5, 1));
  EXPECT_DOUBLE_EQ(learnt.value(), 10);
}

}  // namespace
}  // namespace sketchbench
