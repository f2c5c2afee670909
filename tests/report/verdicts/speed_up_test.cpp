#include <sketchbench/report/verdicts/speed_up.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <sketchbench/report/run_groups.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

// Computed with SciPy 1.10: Welch's interval (stats.t.ppf) of the logarithms.
TEST(SpeedUp, IsARatioOfGeometricMeansWithWelchsInterval) {
  const auto made = speed_up(std::array{8.0, 9.0, 10.0}, std::array{2.0, 2.1, 1.9, 2.05}, 0.95);
  ASSERT_TRUE(made.has_value());
  EXPECT_NEAR(made->times.mean, 4.456613560175209, 1e-12);
  EXPECT_NEAR(made->times.low, 3.48243826736038, 1e-10);
  EXPECT_NEAR(made->times.high, 5.703304093253062, 1e-10);
  EXPECT_FALSE(made->scatter_assumed);
}

TEST(SpeedUp, TurnedAroundIsItsInverse) {
  const std::array a = {8.0, 9.0, 10.0}, b = {2.0, 2.5, 1.9};
  const auto one = speed_up(a, b, 0.9), other = speed_up(b, a, 0.9);
  EXPECT_NEAR(one->times.mean * other->times.mean, 1, 1e-12);
  EXPECT_NEAR(one->times.low * other->times.high, 1, 1e-12);
}

TEST(SpeedUp, ASingleTimeScattersAsTheOthersDo) {
  const std::array others = {1.0, 1.1, 0.9, 1.05, 0.95};
  const auto made = speed_up(std::array{100.0}, others, 0.95);
  ASSERT_TRUE(made.has_value());
  EXPECT_TRUE(made->scatter_assumed);
  EXPECT_LT(made->times.low, made->times.mean);
  EXPECT_GT(made->times.high - made->times.low, 0.1 * made->times.mean)
      << "a fifth of the scatter is not all";
}

TEST(SpeedUp, IsNoneWithoutScatterOrOfTimesThatCannotBe) {
  EXPECT_FALSE(speed_up(std::array{2.0}, std::array{1.0}, 0.95));
  EXPECT_FALSE(speed_up({}, std::array{1.0, 2.0}, 0.95));
  EXPECT_FALSE(speed_up(std::array{1.0, 0.0}, std::array{1.0, 2.0}, 0.95));
}

TEST(SpeedUp, OfTwoProcessorsThereIsNone) {
  const SyntheticRun run(adult_config());
  const auto put = [&](const std::string& method, double seconds, const char* cpu) {
    double scale = 1;
    for (const Cell& cell : run.cells(of_method(method))) {
      Record record = run.record(cell, 80, 0.5, seconds * (scale += 0.01));
      record.json["run"]["host"]["cpu"] = cpu;
      run.put(record);
    }
  };
  const auto made = [&] {
    const RunGroups groups = group_runs(run.config(), run.sources());
    const RunGroup *sketch = nullptr, *maclaurin = nullptr;
    for (const RunGroup& group : groups.groups) {
      if (group.method == "tensor_sketch") sketch = &group;
      if (group.method == "random_maclaurin_published") maclaurin = &group;
    }
    return speed_up(
        *maclaurin, *sketch, [](const Record& record) { return record.cpu_seconds("train"); }, 0.95);
  };
  put("tensor_sketch", 1, "One CPU");
  put("random_maclaurin_published", 3, "One CPU");
  ASSERT_TRUE(made().has_value());
  EXPECT_NEAR(made()->times.mean, 3, 1e-9);
  put("random_maclaurin_published", 3, "Another CPU");
  EXPECT_FALSE(made().has_value());
}

TEST(SpeedUp, IsJudgedAgainstThePublishedFactorWithItsRounding) {
  const auto verdict = [](double low, double high) {
    return speed_up_verdict({(low + high) / 2, low, high}, 2, 0.5);
  };
  EXPECT_EQ(verdict(1.9, 2.2), SpeedUpVerdict::holds);
  EXPECT_EQ(verdict(3, 4), SpeedUpVerdict::holds) << "more is no contradiction";
  EXPECT_EQ(verdict(1.52, 1.6), SpeedUpVerdict::holds) << "1.5 would be printed as 2";
  EXPECT_EQ(verdict(1.4, 1.52), SpeedUpVerdict::consistent);
  EXPECT_EQ(verdict(0.5, 100), SpeedUpVerdict::undecided) << "not rejected is not shown";
  EXPECT_EQ(verdict(1.2, 1.4), SpeedUpVerdict::less);
  EXPECT_EQ(verdict(0.9, 1.1), SpeedUpVerdict::undecided);
  EXPECT_EQ(verdict(0.7, 0.9), SpeedUpVerdict::gone);
}

}  // namespace
}  // namespace sketchbench
