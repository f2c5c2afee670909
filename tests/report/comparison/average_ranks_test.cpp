#include <sketchbench/report/comparison/ranks.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace sketchbench {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

// Ranks and statistic computed with SciPy 1.17: stats.rankdata, stats.friedmanchisquare, which corrects for
// ties. The exact probability, from all (4!)^5 choices of ranks, is 0.0072459; that of 10,000 draws scatters
// by 0.00085, and is one number for a fixed seed.
TEST(AverageRanks, AgreeWithScipys) {
  const AverageRanks made = average_ranks({{84.1, 83.9, 80.2, 85.0},
                                           {92.1, 92.1, 90.0, 93.3},
                                           {70.2, 70.9, 69.9, 70.1},
                                           {55.5, 56.0, 54.0, 57.5},
                                           {99.1, 98.7, 98.7, 99.4}});
  EXPECT_EQ(made.datasets, 5);
  EXPECT_THAT(made.ranks, ElementsAre(DoubleNear(2.3, 1e-12), DoubleNear(2.4, 1e-12), DoubleNear(3.9, 1e-12),
                                      DoubleNear(1.4, 1e-12)));
  EXPECT_NEAR(made.chi_squared, 10.062499999999996, 1e-10);
  EXPECT_NEAR(made.p_value, 0.0072459, 0.0035);
}

// Two contenders on three data sets: all ranks agree with a probability of 2 / 2^3, which the chi-squared law
// takes for 0.083.
TEST(AverageRanks, HaveTheProbabilityOfFewDataSets) {
  const AverageRanks made = average_ranks({{1, 2}, {1, 2}, {3, 4}});
  EXPECT_THAT(made.ranks, ElementsAre(2, 1));
  EXPECT_DOUBLE_EQ(made.chi_squared, 3);
  EXPECT_NEAR(made.p_value, 0.25, 0.025);
}

TEST(AverageRanks, OfContendersThatAllTieSayNothing) {
  const AverageRanks made = average_ranks({{1, 1, 1}, {2, 2, 2}, {0, 0, 0}});
  EXPECT_THAT(made.ranks, ElementsAre(2, 2, 2));
  EXPECT_EQ(made.chi_squared, 0);
  EXPECT_EQ(made.p_value, 1);
}

// 100 tables of 5 data sets and 3 contenders without a difference: p <= 0.05 in at most 5 % of them, and a
// little for the draws. More than 19 of 100 have a probability below 1e-6.
TEST(AverageRanks, KeepTheirLevel) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  constexpr int tables = 100;
  int wrong = 0;
  for (int i = 0; i < tables; ++i) {
    std::vector<std::vector<double>> scores(5, std::vector<double>(3));
    for (std::vector<double>& of_dataset : scores)
      for (double& score : of_dataset) score = normal(random);
    wrong += average_ranks(scores).p_value <= 0.05;
  }
  EXPECT_LE(wrong, 19);
}

}  // namespace
}  // namespace sketchbench
