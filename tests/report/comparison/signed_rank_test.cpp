#include <sketchbench/report/comparison/ranks.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace sketchbench {
namespace {

using testing::ElementsAre;

TEST(Ranks, OfEqualValuesAreTheMeanOfTheirs) {
  EXPECT_THAT(ranks_of(std::array{3.0, 1.0, 2.0, 2.0}), ElementsAre(4, 1, 2.5, 2.5));
  EXPECT_THAT(ranks_of(std::array{0.1 + 0.2, 0.3, 0.1}), ElementsAre(2.5, 2.5, 1));
  EXPECT_THAT(ranks_of(std::array{-1.0, -2.0, -1.0}), ElementsAre(2.5, 1, 2.5));
}

// Computed with SciPy 1.17: stats.wilcoxon(differences, method="exact").
TEST(SignedRank, HasTheExactLaw) {
  const SignedRank test = signed_rank_test(std::array{0.8, -0.3, 1.4, 2.1, 0.05, -0.6, 0.9, 1.1});
  EXPECT_EQ(test.n, 8);
  EXPECT_DOUBLE_EQ(test.positive, 31);
  EXPECT_DOUBLE_EQ(test.negative, 5);
  EXPECT_NEAR(test.p_value, 0.078125, 1e-15);
  EXPECT_DOUBLE_EQ(test.least_p, 2.0 / 256);
}

// Computed with NumPy by going through all 2^8 choices of signs of stats.rankdata's ranks; SciPy's exact law
// knows no ties.
TEST(SignedRank, TakesTiesAsTheyAreAndLeavesZerosOut) {
  const SignedRank test = signed_rank_test(std::array{0.5, 0.5, -0.5, 1.0, 2.0, 2.0, -1.0, 0.0, 3.0});
  EXPECT_EQ(test.n, 8);
  EXPECT_DOUBLE_EQ(test.positive, 29.5);
  EXPECT_DOUBLE_EQ(test.negative, 6.5);
  EXPECT_NEAR(test.p_value, 0.140625, 1e-15);
}

TEST(SignedRank, OfDifferencesOfOneSignHasTheLeastP) {
  for (int n = 1; n <= 20; ++n) {
    std::vector<double> differences;
    for (int i = 1; i <= n; ++i) differences.push_back(-i);
    const SignedRank test = signed_rank_test(differences);
    EXPECT_DOUBLE_EQ(test.p_value, std::min(1.0, test.least_p));
    EXPECT_DOUBLE_EQ(test.least_p, 2 / std::pow(2.0, n));
  }
  EXPECT_EQ(least_pairs(0.05), 6);
  EXPECT_EQ(least_pairs(0.01), 8);
  EXPECT_EQ(least_rankings(2, 0.05), 6) << "two contenders are a sign for each data set";
  EXPECT_EQ(least_rankings(3, 0.05), 3) << "1 / 6^2";
  EXPECT_EQ(least_rankings(4, 0.05), 2) << "1 / 24";
}

TEST(SignedRank, SaysNothingOfNothing) {
  EXPECT_EQ(signed_rank_test({}).p_value, 1);
  EXPECT_EQ(signed_rank_test(std::array{0.0, 0.0}).p_value, 1);
  EXPECT_EQ(signed_rank_test(std::array{0.0, 0.0}).n, 0);
}

// 20,000 lists of 10 differences that are symmetric about 0, of very different sizes and with ties: at most
// 5 % of them are told from 0. The share scatters by sqrt(0.05 * 0.95 / 20000) = 0.0015; 0.058 is more than
// five such deviations above: a false alarm below 1e-6. Of lists moved by twice their scatter most are told.
TEST(SignedRank, KeepsItsLevelWhateverTheSizes) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  constexpr int lists = 20'000, n = 10;
  int wrong = 0, found = 0;
  for (int i = 0; i < lists; ++i) {
    std::vector<double> none, some;
    for (int k = 0; k < n; ++k) {
      const double noise = std::round(10 * normal(random)) / 10;
      none.push_back(noise * (k + 1) * (k + 1));
      some.push_back(noise + 2);
    }
    wrong += signed_rank_test(none).p_value <= 0.05;
    found += signed_rank_test(some).p_value <= 0.05;
  }
  EXPECT_LT(wrong, 0.058 * lists);
  EXPECT_GT(found, 0.9 * lists);
}

}  // namespace
}  // namespace sketchbench
