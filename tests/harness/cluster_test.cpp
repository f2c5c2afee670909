// Cells into tasks and arrays, and what Slurm's commands print.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/random.hpp>
#include <sketchbench/harness/cluster/packing.hpp>
#include <sketchbench/harness/cluster/slurm.hpp>

namespace sketchbench {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;

/// Of very unlike cells.
std::vector<CellNeed> some_cells(std::size_t count) {
  RandomStream random(5, "cells");
  std::vector<CellNeed> cells(count);
  for (CellNeed& cell : cells) {
    cell.bytes = 5000 * mebibyte * random.uniform() * random.uniform();
    cell.seconds = 2000 * random.uniform() * random.uniform() * random.uniform();
    cell.alone = random.below(10) == 0;
  }
  return cells;
}

TEST(Packing, EachCellIsInOneTaskThatHasWhatItNeeds) {
  const std::vector<CellNeed> cells = some_cells(500);
  for (const int jobs : {1, 4}) {
    const PackingOptions options{.task_seconds = 300, .jobs = jobs, .most_tasks = 20};
    std::multiset<std::size_t> seen;
    for (const PackedArray& array : pack_cells(cells, options)) {
      EXPECT_LE(array.tasks.size(), options.most_tasks);
      for (const auto& task : array.tasks) {
        ASSERT_FALSE(task.empty());
        double seconds = 0;
        for (const std::size_t i : task) {
          seen.insert(i);
          EXPECT_EQ(cells[i].alone, array.alone);
          EXPECT_GE(array.memory_mb, jobs * cells[i].bytes / mebibyte);
          EXPECT_GE(60 * array.minutes, 3 * cells[i].seconds);
          seconds += cells[i].seconds;
        }
        EXPECT_GE(60 * array.minutes * (array.alone ? 1 : jobs), 2 * seconds);
        if (task.size() > 1) {
          EXPECT_LE(seconds, 2 * options.task_seconds * jobs);
        }
      }
    }
    EXPECT_EQ(seen.size(), cells.size());
    EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), cells.size());
  }
}

TEST(Packing, SmallCellsShareTasksOfAboutTheTimeAskedFor) {
  const std::vector<CellNeed> cells(600, {.bytes = 1e7, .seconds = 4.5});
  const std::vector<PackedArray> arrays = pack_cells(cells, {.task_seconds = 300});
  ASSERT_EQ(arrays.size(), 1U);
  EXPECT_EQ(arrays[0].tasks.size(), 10U);  // 5 s each with its start
  for (const auto& task : arrays[0].tasks) EXPECT_EQ(task.size(), 60U);
}

TEST(Packing, WhatWasTooLittleIsALowerBoundAndWhatTheClusterHasAnUpperOne) {
  const std::vector<CellNeed> cells = {{.bytes = 1e6, .seconds = 1, .least_mb = 4096, .least_minutes = 40},
                                       {.bytes = 1e6, .seconds = 1},
                                       {.bytes = 1e12, .seconds = 1e6}};
  const std::vector<PackedArray> arrays = pack_cells(cells, {.most_mb = 8000, .most_minutes = 60});
  for (const PackedArray& array : arrays) {
    const std::size_t first = array.tasks.at(0).at(0);
    EXPECT_EQ(array.memory_mb, first == 0 ? 4096 : first == 1 ? 256 : 8000);
    EXPECT_EQ(array.minutes, first == 0 ? 40 : first == 1 ? 10 : 60);
  }
  EXPECT_EQ(arrays.size(), 3U);
}

TEST(Slurm, TimeLimitsAreReadInEachForm) {
  for (const auto& [text, minutes] : std::vector<std::pair<const char*, int>>{{"30:00", 30},
                                                                              {"2:30:00", 150},
                                                                              {"1-12:00:00", 36 * 60},
                                                                              {"7-00:00:00", 7 * 24 * 60},
                                                                              {"infinite", 0},
                                                                              {"n/a", 0}})
    EXPECT_EQ(slurm::parse_minutes(text), minutes) << text;
}

TEST(Slurm, LinesOfItsCommandsAreRead) {
  const auto queued = slurm::parse_queue_line("12_3|RUNNING|None|n2|sketchbench-a");
  ASSERT_TRUE(queued);
  EXPECT_EQ(queued->id, "12_3");
  EXPECT_EQ(queued->node, "n2");
  EXPECT_FALSE(slurm::parse_queue_line("squeue: error: something"));
  const auto whole = slurm::parse_job_line("JobId=2 ArrayJobId=2 ArrayTaskId=4294967294 JobState=CANCELLED");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->id, "2");
  const auto job = slurm::parse_job_line(
      "JobId=5 ArrayJobId=1 ArrayTaskId=3 ArrayTaskThrottle=2 JobName=a JobState=FAILED "
      "Reason=NonZeroExitCode "
      "Restarts=0 ExitCode=72:9 NodeList=n1 BatchHost=n1");
  ASSERT_TRUE(job);
  EXPECT_EQ(job->id, "1_3");
  EXPECT_EQ(job->state, "FAILED");
  EXPECT_EQ(job->exit_code, 72);
  EXPECT_EQ(job->signal, 9);
  EXPECT_EQ(job->node, "n1");
}

}  // namespace
}  // namespace sketchbench
