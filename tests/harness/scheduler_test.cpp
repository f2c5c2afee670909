// Real worker processes on a small data set of the test's own (see main.cpp).
#include "harness/scheduler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "base/random.hpp"
#include "harness/child_process.hpp"
#include "support/libsvm_dataset.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::TemporaryFolder;

enum class Labels {
  quadrant,  ///< the sign of x1 * x2, which a quadratic kernel separates
  coin       ///< fair coins, which keep an SVM busy for long
};

std::string points(int rows, Labels labels, Seed seed) {
  RandomStream random(seed, "points");
  std::string text;
  for (int i = 0; i < rows; ++i) {
    const double a = 2 * random.uniform() - 1, b = 2 * random.uniform() - 1;
    const bool positive = labels == Labels::quadrant ? a * b > 0 : random.sign() > 0;
    text +=
        (positive ? "+1" : "-1") + std::string(" 1:") + std::to_string(a) + " 2:" + std::to_string(b) + "\n";
  }
  return text;
}

class SchedulerTest : public testing::Test {
 protected:
  SchedulerTest() {
    paths.manifests = folder / "datasets";
    paths.cache = folder / "cache";
    paths.mirror = folder / "mirror";
    paths.network = false;
    add_dataset("quadrants", 400, Labels::quadrant);
    config = read_config(folder.write("config.json", R"({
      "name": "small", "experiment": "accuracy", "seeds": 3, "learner": {"type": "liblinear"},
      "grid":    [{"dataset": "quadrants", "D": 64}],
      "kernels": [{"kernel": "polynomial", "degree": 2, "coef0": 1}],
      "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"}]})"));
  }

  void add_dataset(const std::string& name, int rows, Labels labels) {
    testing_support::add_libsvm_dataset(folder, name, points(rows, labels, 1), points(rows, labels, 2), 2);
  }

  Plan plan() {
    return make_plan({config}, store, {}, [&](const DatasetRequest& request) {
      return prepare_in_process(request, paths, progress);
    });
  }
  RunSummary run(const Plan& what, double time_limit = 0) {
    return run_plan(what, store, {.jobs = 2, .time_limit_s = time_limit, .paths = paths}, progress);
  }

  TemporaryFolder folder;
  DataPaths paths;
  Config config;
  Store store{folder / "results"};
  Progress progress;
};

TEST_F(SchedulerTest, EveryCellLeavesACompleteRecord) {
  const RunSummary summary = run(plan());
  EXPECT_EQ(summary.done, 4u);
  EXPECT_EQ(summary.failed + summary.timeout, 0u);
  const auto loaded = store.load_all();
  EXPECT_TRUE(loaded.warnings.empty());
  ASSERT_EQ(loaded.records.size(), 4u);
  for (const Record& record : loaded.records) {
    EXPECT_TRUE(record.done());
    EXPECT_GT(record.accuracy(), 90);  // a linear classifier has 50 on this set
    EXPECT_GT(record.peak_rss_bytes(), 1e6);
    EXPECT_TRUE(record.json.at("learner").at("converged").get<bool>());
    EXPECT_EQ(record.json.at("data").at("n_train"), 400);
    for (const char* phase : {"load", "train", "predict"})
      EXPECT_TRUE(record.json["seconds"].contains(phase));
    EXPECT_EQ(record.json["seconds"].contains("map"), record.cell.method != exact_method);
    EXPECT_FALSE(record.json.at("run").at("libraries").at("libsvm").get<std::string>().empty());
  }
  EXPECT_TRUE(plan().to_run.empty()) << "finished cells are planned again";
}

TEST_F(SchedulerTest, TheSameCellGivesTheSameResultAgain) {
  run(plan());
  const auto first = store.load_all().records;
  std::filesystem::remove_all(folder / "results");
  run(plan());
  const auto second = store.load_all().records;
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].id, second[i].id);
    EXPECT_EQ(first[i].json["result"], second[i].json["result"]);
    EXPECT_EQ(first[i].json["learner"], second[i].json["learner"]);
  }
}

TEST_F(SchedulerTest, ACellThatOutlivesTheLimitIsEndedAndRecorded) {
  // 8,000 coins: the kernel's rows alone, 64 million values, take longer than the limit on any machine.
  add_dataset("coins", 8000, Labels::coin);
  config = read_config(folder.write("long.json", R"({
      "name": "long", "experiment": "accuracy",
      "grid":    [{"dataset": "coins"}],
      "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
      "methods": [{"method": "exact", "learner": {"type": "libsvm", "C": 10000}}]})"));
  const RunSummary summary = run(plan(), 0.05);
  EXPECT_EQ(summary.done, 0u);
  EXPECT_EQ(summary.timeout, 1u);
  const auto records = store.load_all().records;
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].status, "timeout");
  EXPECT_THAT(records[0].json.at("error").get<std::string>(), HasSubstr("limit"));
}

TEST_F(SchedulerTest, AFailedCellKeepsItsReasonAndTheRestGoesOn) {
  Plan broken = plan();
  PlannedCell& victim = broken.to_run.front();
  victim.cell.data_hash = std::string(64, '0');  // as if the data had changed under way
  victim.description = describe(victim.cell);
  victim.id = cell_id(victim.description);
  const RunSummary summary = run(broken);
  EXPECT_EQ(summary.done, 3u);
  EXPECT_EQ(summary.failed, 1u);
  ASSERT_EQ(summary.failures.size(), 1u);
  EXPECT_THAT(summary.failures[0], HasSubstr("has changed"));
  EXPECT_EQ(store.find(victim.id)->status, "failed");
}

TEST_F(SchedulerTest, ASignalStopsTheRunAndTheNextOneGoesOn) {
  const Plan all = plan();
  struct sigaction ignore {
  }, before{};
  ignore.sa_handler =
      SIG_IGN;  // in case the signal comes before run_plan's guard is up, or after it has gone
  ::sigaction(SIGTERM, &ignore, &before);
  std::jthread sender([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::kill(::getpid(), SIGTERM);
  });
  const RunSummary stopped = run(all);
  sender.join();
  ::sigaction(SIGTERM, &before, nullptr);
  const RunSummary rest = run(plan());
  EXPECT_FALSE(rest.stopped);
  EXPECT_EQ(stopped.done + rest.done, 4u);
}

TEST_F(SchedulerTest, UnavailableDataIsToldFromWrongData) {
  std::filesystem::remove(folder / "mirror/quadrants");
  EXPECT_THROW(prepare_in_process({.name = "quadrants"}, paths, progress), DatasetUnavailable);
  folder.write("mirror/quadrants", "+1 0:1\n");
  EXPECT_THROW(prepare_in_process({.name = "quadrants"}, paths, progress), InputError);
}

TEST(ChildProcess, ReportsHowItEnded) {
  ChildProcess normal({"/bin/sh", "-c", "cat; exit 3"}, "hello");
  std::string output;
  while (normal.read_output(output)) std::this_thread::yield();
  EXPECT_EQ(normal.wait().exit_code, 3);
  EXPECT_EQ(output, "hello");

  ChildProcess killed({"/bin/sh", "-c", "sleep 100"}, "");
  killed.kill_group();
  EXPECT_EQ(killed.wait().signal, SIGKILL);

  ChildProcess missing({"/no/such/program"}, "");
  EXPECT_EQ(missing.wait().exit_code, 127);
}

}  // namespace
}  // namespace sketchbench
