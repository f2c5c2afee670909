#include "experiments/gram_error/error_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sketchbench {
namespace {

// 4 r / delta with r = 2 n.
constexpr double n = 4000, log_theta = 13.369223;

TEST(TefmErrorBound, IsThatOfTheProof) {
  // One way to divide l = 6: k = 1, p = 5.
  const double first =
      log_theta * (2 / (3 * 18.0) + std::sqrt(4 / (9 * 18.0 * 18) + 1 / (2 * 18 * log_theta)));
  const double c = 1 + 17 * std::sqrt(1 + 1 / 5.0) + 8 * std::sqrt(6.0) / 6 * std::sqrt(2.0);
  EXPECT_NEAR(tefm_error_bound({.n = 4000, .d = 36, .l = 6, .q = 0}), first + c * c / 2, 1e-5);
  EXPECT_NEAR(tefm_error_bound({.n = 4000, .d = 36, .l = 6, .q = 1}), first + std::cbrt(c * c) / 2, 1e-5);
}

TEST(TefmErrorBound, IsLessThanWhatCanBeWithManyDirections) {
  const auto bound = [](Index l) { return tefm_error_bound({.n = 4000, .d = l * l, .l = l, .q = 1}); };
  EXPECT_GT(bound(14), 1) << "vacuous";
  EXPECT_LT(bound(56), 1);
  EXPECT_LT(bound(112), 0.6 * bound(56));
}

TEST(TefmErrorBound, IsOfTheOrderThatTheTheoremHas) {
  const auto bound = [](Index l) { return tefm_error_bound({.n = 1'000'000, .d = l * l, .l = l, .q = 1}); };
  EXPECT_NEAR(std::log2(bound(2000) / bound(1000)), -1, 0.05);
}

}  // namespace
}  // namespace sketchbench
