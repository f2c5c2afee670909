#include <sketchbench/report/mean_interval.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

constexpr double t_of_four = 2.776445;  // at 0.975 with 4 degrees of freedom

TEST(MeanInterval, IsStudentsWhateverTheSkewness) {
  const std::vector<double> values = {1, 1, 2, 3, 13};
  const MeanInterval interval = mean_interval(values, 0.95);
  const double half_width = t_of_four * std::sqrt(104.0 / 4 / 5);
  EXPECT_DOUBLE_EQ(interval.mean, 4);
  EXPECT_NEAR(interval.low, 4 - half_width, 1e-5);
  EXPECT_NEAR(interval.high, 4 + half_width, 1e-5);
  EXPECT_TRUE(interval.holds(interval.high));
  EXPECT_FALSE(interval.holds(interval.high + 1e-9));
}

// Logarithms -1 and 1 of two values each and 0 of one: variance 1; of four degrees of freedom chi-squared is
// below 0.4844186 with probability 0.025.
TEST(PositiveMeanInterval, EndsAboveWhereALogNormalMeansDoes) {
  const double e = std::exp(1.0);
  const std::vector<double> values = {1 / e, 1 / e, 1, e, e};
  const MeanInterval interval = positive_mean_interval(values, 0.95), students = mean_interval(values, 0.95);
  EXPECT_DOUBLE_EQ(interval.mean, students.mean);
  EXPECT_DOUBLE_EQ(interval.low, std::max(0.0, students.low));
  EXPECT_NEAR(std::log(interval.high), 0.5 + std::hypot(t_of_four / std::sqrt(5), 0.5 * (4 / 0.4844186 - 1)),
              1e-5);
}

TEST(PositiveMeanInterval, IsStudentsWhereValuesScatterLittle) {
  const std::vector<double> values = {1.00, 1.02, 0.99, 1.01, 0.98};
  const MeanInterval interval = positive_mean_interval(values, 0.95), students = mean_interval(values, 0.95);
  EXPECT_EQ(interval.low, students.low);
  EXPECT_NEAR(interval.high, students.high, 0.03 * (students.high - students.low));
}

TEST(PositiveMeanInterval, HasNoEndAboveWhereAValueIsZero) {
  const std::vector<double> values = {0, 1, 2};
  EXPECT_TRUE(std::isinf(positive_mean_interval(values, 0.95).high));
}

TEST(MeanInterval, OfEqualValuesIsTheirValue) {
  const std::vector<double> values = {2, 2, 2};
  for (const MeanInterval& interval : {mean_interval(values, 0.95), positive_mean_interval(values, 0.95)}) {
    EXPECT_EQ(interval.low, 2);
    EXPECT_EQ(interval.high, 2);
  }
}

TEST(MeanInterval, NeedsTwoValues) {
  const std::vector<double> one = {1};
  EXPECT_THROW(mean_interval(one, 0.95), Error);
  EXPECT_THROW(positive_mean_interval(one, 0.95), Error);
}

}  // namespace
}  // namespace sketchbench
