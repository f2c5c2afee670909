#include <sketchbench/report/verdicts/family.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace sketchbench {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

// By hand, ascending: 0.005 x 4 = 0.02; 0.01 x 3 = 0.03; 0.03 x 2 = 0.06; 0.04 x 1 = 0.04, below the one
// before it and so 0.06 as well. At the level 0.05 two of the four are rejected; Bonferroni's 4 p would be
// 0.02, 0.04, 0.12 and 0.16.
TEST(Holm, AdjustsAHandWorkedExample) {
  EXPECT_THAT(holm_adjusted(std::array{0.01, 0.04, 0.03, 0.005}),
              ElementsAre(DoubleNear(0.03, 1e-12), DoubleNear(0.06, 1e-12), DoubleNear(0.06, 1e-12),
                          DoubleNear(0.02, 1e-12)));
}

TEST(Holm, RejectsWhatBonferroniDoesAndMore) {
  const std::array p = {0.012, 0.02, 0.2};
  const std::vector<double> adjusted = holm_adjusted(p);
  EXPECT_GT(3 * p[1], 0.05) << "Bonferroni keeps the second";
  EXPECT_LE(adjusted[0], 0.05);
  EXPECT_LE(adjusted[1], 0.05);
  EXPECT_GT(adjusted[2], 0.05);
}

TEST(Holm, StaysWithinOneAndKeepsTies) {
  EXPECT_THAT(holm_adjusted(std::array{0.9, 0.9, 1.0}), ElementsAre(1, 1, 1));
  EXPECT_THAT(holm_adjusted(std::array{0.04}), ElementsAre(0.04));
  EXPECT_THAT(holm_adjusted({}), IsEmpty());
}

TEST(Bonferroni, DividesTheLevel) {
  EXPECT_DOUBLE_EQ(bonferroni_confidence(1), 0.95);
  EXPECT_DOUBLE_EQ(bonferroni_confidence(36), 1 - 0.05 / 36);
  EXPECT_DOUBLE_EQ(bonferroni_confidence(10, 0.2), 0.98);
}

// 20,000 families of 12 tests that share a part of their noise, 8 of true hypotheses and 4 of false ones: any
// true one is rejected in at most 5 % of the families. The share scatters by sqrt(0.05 * 0.95 / 20000) =
// 0.0015; 0.058 is more than five such deviations above the bound: a false alarm below 1e-6.
TEST(Holm, KeepsTheErrorOfTheWholeFamily) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  constexpr int families = 20'000, tests = 12, true_ones = 8;
  int wrong = 0, found = 0;
  for (int i = 0; i < families; ++i) {
    const double shared = normal(random);
    std::vector<double> p;
    for (int k = 0; k < tests; ++k) {
      const double z = std::sqrt(0.3) * shared + std::sqrt(0.7) * normal(random) + (k < true_ones ? 0 : 3.5);
      p.push_back(std::erfc(std::abs(z) / std::sqrt(2.0)));
    }
    const std::vector<double> adjusted = holm_adjusted(p);
    const auto rejected = [](double one) { return one <= 0.05; };
    wrong += std::any_of(adjusted.begin(), adjusted.begin() + true_ones, rejected) ? 1 : 0;
    found += static_cast<int>(std::count_if(adjusted.begin() + true_ones, adjusted.end(), rejected));
  }
  EXPECT_LE(wrong, 0.058 * families);
  EXPECT_GE(found, 0.5 * families * (tests - true_ones)) << "it does find something";
}

}  // namespace
}  // namespace sketchbench
