#include <sketchbench/harness/plan/time_left.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>

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
  const PlannedCell slow = cell_of("adult", "exact", 200), fast = cell_of("adult", "tensor_sketch", 200),
                    other = cell_of("mnist", "exact", 200);
  EXPECT_DOUBLE_EQ(time_left.expect(slow), 200);
  time_left.learn(slow, 801);
  time_left.learn(fast, 201);
  EXPECT_DOUBLE_EQ(time_left.expect(slow), 801);
  EXPECT_DOUBLE_EQ(time_left.expect(fast), 201);
  EXPECT_DOUBLE_EQ(time_left.expect(other), 401)
      << "twice the estimate, the geometric mean of 4 and 1, and a second to start";
}

// A run of many short cells would otherwise be said to take as long after each data set's first as before it.
TEST(TimeLeft, WhatAProcessTakesToStartIsKnownFromOtherDataSets) {
  TimeLeft time_left;
  time_left.learn(cell_of("adult", "rks", 0.001), 0.5);
  time_left.learn(cell_of("covertype", "rks", 0.001), 0.3);
  EXPECT_NEAR(time_left.expect(cell_of("mnist", "rks", 0.001)), 0.3, 0.1);
  EXPECT_NEAR(time_left.expect(cell_of("adult", "rks", 0.001)), 0.5, 0.1);
}

TEST(TimeLeft, DoesNotMultiplyWhatEveryCellTakesToStart) {
  TimeLeft time_left;
  // A fifth of a second each to start, beside what the plan says.
  time_left.learn(cell_of("adult", "rks", 0.001), 0.201);
  time_left.learn(cell_of("adult", "tefm_g", 0.1), 0.3);
  time_left.learn(cell_of("adult", "tefm_g", 0.2), 0.4);
  EXPECT_NEAR(time_left.expect(cell_of("adult", "tefm_g", 100)), 100.2, 1);
}

TEST(TimeLeft, CheapCellsDoNotSetTheClockForAll) {
  // A plan of 100 estimated seconds of which 5 are believed.
  TimeLeft time_left(5);
  const PlannedCell rest = cell_of("mnist", "exact", 90);
  for (int i = 0; i < 4; ++i) time_left.learn(cell_of("adult", "rks", 0.1), i == 0 ? 0.01 : 0.04);
  EXPECT_GT(time_left.expect(rest), 75) << "a few cells that took a tenth as long";
  // As much as is believed has taken four times as long: half of that, as a power, is expected of the others.
  time_left.learn(cell_of("covertype", "rks", 5), 20);
  EXPECT_NEAR(time_left.expect(rest), 180, 30);
  EXPECT_NEAR(time_left.expect(cell_of("covertype", "rks", 5)), 20, 2) << "and all of it of such cells";
}

TEST(TimeLeft, APlanTakesItsSharedWorkAndThenWhatRunsAlone) {
  Plan plan;
  for (const char* experiment : {"accuracy", "accuracy", "construction_time", "construction_time"}) {
    plan.to_run.push_back(cell_of("adult", "exact", 3));
    plan.to_run.back().cell.experiment = experiment;
  }
  EXPECT_DOUBLE_EQ(seconds_of(plan, 1), 12);
  EXPECT_DOUBLE_EQ(seconds_of(plan, 2), 3 + 6);
}

TEST(TimeLeft, AScheduleIsAsLongAsItsWorkSharedOutOrItsLongestCell) {
  EXPECT_DOUBLE_EQ(schedule_length({}, {1, 1, 1, 1}, 2), 2);
  EXPECT_DOUBLE_EQ(schedule_length({3}, {1, 1}, 2), 3);
  EXPECT_DOUBLE_EQ(schedule_length({}, {1, 10}, 4), 10);
  EXPECT_DOUBLE_EQ(schedule_length({}, {}, 4), 0);
}

/// A clock that stands still unless it is told to go on.
struct StoppedClock {
  Countdown::Clock::time_point time;
  std::function<Countdown::Clock::time_point()> reading() {
    return [this] { return time; };
  }
};

TEST(Countdown, FindsOutAgainOnlyWhenThatTakesAFiftiethOfTheTime) {
  StoppedClock clock;
  Countdown countdown(clock.reading());
  int found_out = 0;
  const auto slowly = [&] {
    ++found_out;
    clock.time += 20ms;
    return 100.0;
  };
  EXPECT_DOUBLE_EQ(countdown.seconds(slowly), 100);
  clock.time += 999ms;
  EXPECT_NEAR(countdown.seconds(slowly), 100 - 0.999, 1e-9) << "what was found, less what has passed";
  EXPECT_EQ(found_out, 1);
  clock.time += 1ms;
  EXPECT_DOUBLE_EQ(countdown.seconds(slowly), 100);
  EXPECT_EQ(found_out, 2);
}

TEST(Countdown, WhatIsCheapIsFoundOutEachTime) {
  StoppedClock clock;
  Countdown countdown(clock.reading());
  double value = 100;
  const auto now = [&] { return value; };
  EXPECT_DOUBLE_EQ(countdown.seconds(now), 100);
  value = 7;
  clock.time += 1us;
  EXPECT_DOUBLE_EQ(countdown.seconds(now), 7);
}

}  // namespace
}  // namespace sketchbench
