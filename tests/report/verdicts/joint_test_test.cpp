#include <sketchbench/report/verdicts/joint_test.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

constexpr int cell_count = 12, run_count = 5, split_count = 10;

std::vector<double> normal_values(RandomStream& random, int count, double mean, double deviation) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(mean + deviation * random.normal());
  return values;
}

/// Differences of a data set as an experiment sees them: five runs on either side, each on a split of its own
/// that moves all cells with the correlation, and ten more splits that tell how much.
struct Experiment12 {
  std::vector<Difference> differences;
  double correlation = 0;
};
Experiment12 drawn(RandomStream& random, double correlation, double split_deviation, double shift) {
  Experiment12 made;
  const auto split = [&](double shared) {
    return split_deviation * (std::sqrt(correlation) * shared + std::sqrt(1 - correlation) * random.normal());
  };
  std::vector<std::vector<double>> on_splits(cell_count);
  for (int s = 0; s < split_count; ++s) {
    const double shared = random.normal();
    for (std::vector<double>& cell : on_splits) cell.push_back(split(shared));
  }
  const double ours = random.normal(), theirs = random.normal();
  for (int i = 0; i < cell_count; ++i) {
    const double deviation = i % 3 == 0 ? 1.5 : 0.3;
    const Sample here = sample_of(normal_values(random, run_count, split(ours) + shift, deviation));
    const Sample there = sample_of(normal_values(random, run_count, split(theirs), deviation));
    std::vector<std::vector<double>> of_cell;
    for (const double value : on_splits[static_cast<std::size_t>(i)]) of_cell.push_back({value});
    made.differences.push_back(
        difference_of({.ours = here, .published = {there, {}}, .split = measured_split_noise(of_cell)}));
  }
  made.correlation = split_correlation(on_splits);
  return made;
}

double rejected(double correlation, double split_deviation, double shift, int trials) {
  int count = 0;
  for (int trial = 0; trial < trials; ++trial) {
    RandomStream random(1, "test.joint", static_cast<std::uint64_t>(trial));
    const Experiment12 made = drawn(random, correlation, split_deviation, shift);
    count += joint_test(made.differences, made.correlation, 399).p_value <= 0.05 ? 1 : 0;
  }
  return count / static_cast<double>(trials);
}

// The share of 200 scatters by 0.016 about a rate of 0.05: 0.13 is five of these above it, a false alarm
// below 1e-5.
TEST(JointTest, KeepsItsLevelWhateverTheSplitsShare) {
  for (const double correlation : {0.0, 0.5, 0.9})
    for (const double deviation : {0.1, 0.5}) {
      const double rate = rejected(correlation, deviation, 0, 200);
      RecordProperty("rate_" + std::to_string(static_cast<int>(10 * correlation)) + "_" +
                         std::to_string(static_cast<int>(10 * deviation)),
                     std::to_string(rate));
      EXPECT_LE(rate, 0.13) << correlation << " " << deviation;
    }
}

// Twelve differences of 0.4 with errors of 0.2 and more, each within what Holm's test lets pass.
TEST(JointTest, FindsManySmallDifferencesOnOneSide) {
  EXPECT_GT(rejected(0, 0.1, 0.4, 100), 0.5) << "0.76 when it was written; 0.05 is a standard deviation";
  int by_holm = 0;
  for (int trial = 0; trial < 100; ++trial) {
    RandomStream random(1, "test.joint", static_cast<std::uint64_t>(trial));
    for (const JudgedDifference& one : judge(drawn(random, 0, 0.1, 0.4).differences))
      if (one.verdict != Verdict::consistent) {
        ++by_holm;
        break;
      }
  }
  EXPECT_LT(by_holm, 50);
}

TEST(JointTest, IsChiSquaredOfKnownVariances) {
  Difference one;
  one.estimate = {.estimate = 3, .error = 1};
  one.of_draws = {1};
  const std::vector<Difference> two = {one, one};
  const JointTest test = joint_test(two, 0.5);
  EXPECT_EQ(test.differences, 2);
  EXPECT_DOUBLE_EQ(test.statistic, 18);
  EXPECT_NEAR(test.p_value, std::exp(-9.0), 5e-4);
}

TEST(JointTest, TakesASharedShiftForTheSplits) {
  Difference one;
  one.estimate = {.estimate = 2, .error = std::sqrt(1.01)};
  one.of_draws = {0.01};
  one.of_split = {1};
  const std::vector<Difference> alike(10, one);
  EXPECT_NEAR(joint_test(alike, 0.9).statistic, 4 / (0.9 + 0.11 / 10), 1e-9);
  EXPECT_GT(joint_test(alike, 0.9).p_value, 0.5);
  EXPECT_LT(joint_test(alike, 0.0).p_value, 0.001);
}

TEST(SplitCorrelation, IsTheMeanOverPairs) {
  const std::vector<std::vector<double>> values = {{1, 2, 3}, {2, 4, 6}, {1, 0, 1}};
  EXPECT_NEAR(split_correlation(values), 1.0 / 3, 1e-12) << "1, 0 and 0";
  EXPECT_EQ(split_correlation(std::vector<std::vector<double>>{{1, 2}}), 0.5);
}

}  // namespace
}  // namespace sketchbench
