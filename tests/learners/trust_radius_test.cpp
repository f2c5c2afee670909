#include "learners/dense_tron/trust_radius.hpp"

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

}  // namespace
}  // namespace sketchbench
