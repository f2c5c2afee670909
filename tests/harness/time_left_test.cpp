#include "harness/time_left.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/timer.hpp"

namespace sketchbench {
namespace {

using namespace std::chrono_literals;

PlannedCell cell_of(const std::string& dataset, const std::string& method, double seconds) {
  PlannedCell item;
  item.cell.dataset.name = dataset;
  item.cell.method = method;
  item.need.seconds = seconds;
  return item;
}

TEST(TimeLeft, LearnsForEachDataSetAndMethodAndTakesTheAverageForOthers) {
  TimeLeft time_left;
  const PlannedCell slow = cell_of("adult", "exact", 2), fast = cell_of("adult", "tensor_sketch", 2),
                    other = cell_of("mnist", "exact", 2);
  EXPECT_DOUBLE_EQ(time_left.expect(slow), 2);
  time_left.learn(slow, 8);
  time_left.learn(fast, 2);
  EXPECT_DOUBLE_EQ(time_left.expect(slow), 8);
  EXPECT_DOUBLE_EQ(time_left.expect(fast), 2);
  EXPECT_DOUBLE_EQ(time_left.expect(other), 4) << "twice the estimate: the geometric mean of 4 and 1";
}

TEST(TimeLeft, AScheduleIsAsLongAsItsWorkSharedOutOrItsLongestCell) {
  EXPECT_DOUBLE_EQ(schedule_length({}, {1, 1, 1, 1}, 2), 2);
  EXPECT_DOUBLE_EQ(schedule_length({3}, {1, 1}, 2), 3);
  EXPECT_DOUBLE_EQ(schedule_length({}, {1, 10}, 4), 10);
  EXPECT_DOUBLE_EQ(schedule_length({}, {}, 4), 0);
}

TEST(Countdown, FindsOutAgainOnlyWhenThatTakesAFiftiethOfTheTime) {
  Countdown countdown;
  int found_out = 0;
  const auto slowly = [&] {
    ++found_out;
    std::this_thread::sleep_for(20ms);
    return 100.0;
  };
  EXPECT_DOUBLE_EQ(countdown.seconds(slowly), 100);
  const Timer timer;
  for (int i = 0; i < 1000; ++i) EXPECT_LE(countdown.seconds(slowly), 100);
  if (timer.elapsed().wall < 1) {
    EXPECT_EQ(found_out, 1);
  }
  std::this_thread::sleep_for(50ms);
  const double later = countdown.seconds(slowly);
  if (found_out == 1) {
    EXPECT_LT(later, 99.96);
    EXPECT_GT(later, 90);
  }
}

TEST(Countdown, WhatIsCheapIsFoundOutAnew) {
  Countdown countdown;
  double value = 100;
  const auto now = [&] { return value; };
  countdown.seconds(now);
  value = 7;
  std::this_thread::sleep_for(20ms);
  EXPECT_DOUBLE_EQ(countdown.seconds(now), 7);
}

}  // namespace
}  // namespace sketchbench
