// Real worker processes on a small data set of the test's own (see main.cpp).
#include <sketchbench/harness/worker/scheduler.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <map>
#include <thread>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/harness/record/store_inspection.hpp>
#include <sketchbench/harness/worker/preparation.hpp>
#include <sketchbench/harness/worker/worker_process.hpp>
#include "harness/worker_log.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/file_limit.hpp"
#include "support/libsvm_dataset.hpp"
#include "support/local_paths.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::FileLimit;
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
    paths = testing_support::local_paths(folder);
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

  void use_a_long_cell() {
    // 8,000 coins: the kernel's rows alone, 64 million values, take longer than the tests' limit on any
    // machine.
    add_dataset("coins", 8000, Labels::coin);
    config = read_config(folder.write("long.json", R"({
      "name": "long", "experiment": "accuracy",
      "grid":    [{"dataset": "coins"}],
      "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
      "methods": [{"method": "exact", "learner": {"type": "libsvm", "C": 10000}}]})"));
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

TEST_F(SchedulerTest, TheReasonOfAWorkerThatWasKilledNamesItsPhase) {
  use_a_long_cell();
  const Plan one = plan();
  ASSERT_EQ(one.to_run.size(), 1u);
  WorkerProcess worker({.cell = one.to_run.front().cell, .paths = paths, .threads = 1});
  while (worker.phase() != "train") {
    ASSERT_FALSE(worker.listen([](const std::string&) {}));
    wait_for_news({});
  }
  worker.kill();
  EXPECT_THAT(worker.reason(worker.wait()), HasSubstr("killed (signal 9) in its phase \"train\""));
}

TEST_F(SchedulerTest, EveryCellLeavesACompleteRecord) {
  const RunSummary summary = run(plan());
  EXPECT_EQ(summary.done, 4u);
  EXPECT_EQ(summary.failed + summary.timeout, 0u);
  const auto loaded = store.load_all();
  EXPECT_TRUE(loaded.warnings.empty());
  ASSERT_EQ(loaded.records.size(), 4u);
  for (const Record& record : loaded.records) {
    EXPECT_TRUE(record.done());
    EXPECT_GT(record.json.at("result").at("accuracy").get<double>(),
              90);  // a linear classifier has 50 on this set
    EXPECT_GT(record.peak_rss_bytes(), 1e6);
    EXPECT_TRUE(record.json.at("learner").at("converged").get<bool>());
    EXPECT_EQ(record.json.at("data").at("n_train"), 400);
    for (const char* phase : {"load", "train", "predict"})
      EXPECT_TRUE(record.json["seconds"].contains(phase));
    EXPECT_EQ(record.json["seconds"].contains("map"), record.cell.method != exact_method);
    const Json& run = record.json.at("run");
    EXPECT_FALSE(run.at("libraries").at("libsvm").get<std::string>().empty());
    EXPECT_EQ(run.at("jobs"), 2);
    EXPECT_EQ(run.at("threads"), 1);
    for (const char* origin : {"revision", "instruction_set"}) EXPECT_TRUE(run.contains(origin)) << origin;
    for (const char* fact : {"cpu", "governor", "boost"}) EXPECT_TRUE(run.at("host").contains(fact)) << fact;
  }
  EXPECT_TRUE(plan().to_run.empty()) << "finished cells are planned again";
}

TEST_F(SchedulerTest, SaysOfEachConfigurationInTurnWhenAllOfItIsThere) {
  Config second = config, third = config;
  second.name = "second";
  second.methods = {config.methods[0]};  // of which the first has all
  third.name = "third";
  third.seeds = 5;
  const Plan in_turn =
      make_plan({config, second, third}, store, {.in_turn = true},
                [&](const DatasetRequest& request) { return prepare_in_process(request, paths, progress); });
  std::vector<std::pair<std::size_t, std::size_t>>
      said;  // a configuration, and the records there are by then
  run_plan(
      in_turn, store,
      {.jobs = 1,
       .paths = paths,
       .on_complete = [&](std::size_t place) { said.emplace_back(place, store.load_all().records.size()); }},
      progress);
  EXPECT_THAT(said, ElementsAre(std::pair(0, 4), std::pair(1, 4))) << "not of what ends with the run";
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

/// The worst that a log of workers shows: how many other cells were ever under way together with one that
/// must be alone.
int company_of(const std::string& alone, std::istream& log) {
  std::map<std::string, int> running;
  int worst = 0;
  for (std::string event, experiment; log >> event >> experiment;) {
    running[experiment] += event == "begin" ? 1 : -1;
    int all = 0;
    for (const auto& [name, count] : running) all += count;
    if (running[alone] > 0) worst = std::max(worst, all - 1);
  }
  return worst;
}

TEST(WorkerLog, ShowsWhoWasNotAlone) {
  std::istringstream one_by_one("begin a end a begin b begin b end b end b begin a end a");
  EXPECT_EQ(company_of("a", one_by_one), 0);
  std::istringstream among_others("begin b begin a end b end a");
  EXPECT_EQ(company_of("a", among_others), 1);
  std::istringstream among_its_own("begin a begin b begin a end a end a end b");
  EXPECT_EQ(company_of("a", among_its_own), 2);
}

TEST_F(SchedulerTest, ACellWhoseTimesAreTheResultRunsAlone) {
  const Config timed = read_config(folder.write("timed.json", R"({
      "name": "timed", "experiment": "construction_time", "parameters": {"rows": 400, "repeats": 3},
      "grid":    [{"dataset": "quadrants", "D": [64, 4096]}],
      "kernels": [{"kernel": "polynomial", "degree": 2, "coef0": 1}],
      "methods": [{"method": "tensor_sketch"}, {"method": "random_maclaurin_restricted"}]})"));
  const Plan mixed = make_plan({timed, config}, store, {}, [&](const DatasetRequest& request) {
    return prepare_in_process(request, paths, progress);
  });
  const std::filesystem::path log = folder / "workers.log";
  const testing_support::EnvironmentVariable logged(testing_support::worker_log_variable, log.string());
  const RunSummary summary = run_plan(mixed, store, {.jobs = 3, .paths = paths}, progress);
  EXPECT_EQ(summary.done, 8u);

  std::ifstream workers(log);
  EXPECT_EQ(company_of("construction_time", workers), 0);
  for (const Record& record : store.load_all().records)
    EXPECT_EQ(record.json.at("run").at("jobs"), record.cell.experiment == "construction_time" ? 1 : 3);
}

TEST_F(SchedulerTest, ACellThatOutlivesTheLimitIsEndedAndRecorded) {
  use_a_long_cell();
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
  victim.id = cell_id(describe(victim.cell));
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

TEST_F(SchedulerTest, RunsOnTheSameResultsShareTheWork) {
  config.seeds = 12;
  const Plan all = plan();
  ASSERT_EQ(all.to_run.size(), 13u);
  const std::filesystem::path log = folder / "workers.log";
  const testing_support::EnvironmentVariable logged(testing_support::worker_log_variable, log.string());
  std::vector<pid_t> others;
  for (int i = 0; i < 3; ++i) {
    others.push_back(testing_support::fork_to_run([this, &all] {
      const RunSummary summary = run(all);
      return summary.done + summary.elsewhere == 13 && summary.failures.empty() ? 0 : 1;
    }));
  }
  const RunSummary summary = run(all);
  EXPECT_EQ(summary.done + summary.elsewhere, 13u);
  for (const pid_t other : others) EXPECT_EQ(testing_support::wait_for_program(other), 0);

  EXPECT_EQ(store.load_all().records.size(), 13u);
  std::ifstream workers(log);
  int begun = 0;
  for (std::string event, experiment; workers >> event >> experiment;) begun += event == "begin" ? 1 : 0;
  EXPECT_EQ(begun, 13) << "no cell is computed twice";
  EXPECT_THAT(inspect(store), IsEmpty()) << "no claim is left behind";
}

TEST_F(SchedulerTest, WhatAnotherRunHasFinishedIsNotComputedAgain) {
  const Plan all = plan();
  EXPECT_EQ(run(all).done, 4u);
  const RunSummary late = run(all);  // planned before the first had finished anything
  EXPECT_EQ(late.done, 0u);
  EXPECT_EQ(late.elsewhere, 4u);
  EXPECT_TRUE(late.failures.empty());
}

/// Once the cell is claimed, the claim is another run's, one that lives, and `taken` is there; returns
/// whether it came to that.
bool take_over(const std::filesystem::path& claim, const std::filesystem::path& taken) {
  for (int looks = 0; looks < 20'000; ++looks) {
    std::error_code error;
    if (std::filesystem::exists(claim, error)) {
      Json json = read_json(claim);
      json["nonce"] = "another";
      write_file_atomically(claim, json_text(json));
      write_file_atomically(taken, "");
      return true;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  return false;
}

// As a run that was stopped for a minute finds it when it goes on.
TEST_F(SchedulerTest, WhatAnotherRunHasTakenOverIsNotWrittenAgain) {
  config.seeds = 1;
  config.methods.erase(config.methods.begin());
  const Plan one = plan();
  ASSERT_EQ(one.to_run.size(), 1u);
  const PlannedCell& cell = one.to_run.front();
  const std::filesystem::path claim = folder / ("results/claims/" + cell.id + ".json");
  const Record others{.id = cell.id,
                      .cell = cell.cell,
                      .status = "done",
                      .json = {{"format", record_format},
                               {"cell", describe(cell.cell)},
                               {"status", "done"},
                               {"result", {{"accuracy", 12.5}}}}};
  const std::filesystem::path taken = folder / "taken";
  const testing_support::EnvironmentVariable waits(testing_support::worker_waits_variable, taken.string());
  std::jthread other([&] {
    if (take_over(claim, taken)) store.put(others);
  });
  const RunSummary summary = run(one);
  EXPECT_EQ(summary.done, 0u);
  EXPECT_EQ(summary.elsewhere, 1u);
  EXPECT_EQ(store.find(cell.id)->json.at("result").at("accuracy"), 12.5);
}

TEST_F(SchedulerTest, WhatWasFoundIsStoredWhenTheRunThatTookOverGivesUp) {
  config.seeds = 1;
  config.methods.erase(config.methods.begin());
  const Plan one = plan();
  const PlannedCell& cell = one.to_run.front();
  const std::filesystem::path claim = folder / ("results/claims/" + cell.id + ".json");
  const std::filesystem::path log = folder / "workers.log";
  const testing_support::EnvironmentVariable logged(testing_support::worker_log_variable, log.string());
  const std::filesystem::path taken = folder / "taken";
  const testing_support::EnvironmentVariable waits(testing_support::worker_waits_variable, taken.string());
  std::jthread other([&] {
    if (!take_over(claim, taken)) return;
    std::this_thread::sleep_for(std::chrono::seconds(2));
    std::filesystem::remove(claim);
  });
  const RunSummary summary = run(one);
  EXPECT_EQ(summary.done, 1u);
  EXPECT_TRUE(store.find(cell.id)->done());
  std::ifstream workers(log);
  int begun = 0;
  for (std::string event, experiment; workers >> event >> experiment;) begun += event == "begin" ? 1 : 0;
  EXPECT_EQ(begun, 1) << "and not computed again";
}

TEST_F(SchedulerTest, ForcedCellsAreComputedAgainOnceByAllThatForceThem) {
  run(plan());
  const PlanOptions forced{.force = true};
  const Plan again = make_plan({config}, store, forced, [&](const DatasetRequest& request) {
    return prepare_in_process(request, paths, progress);
  });
  ASSERT_EQ(again.to_run.size(), 4u);
  EXPECT_EQ(run(again).done, 4u);
  EXPECT_EQ(run(again).elsewhere, 4u) << "a second run that was planned at the same time";
}

TEST_F(SchedulerTest, AFinishedRecordIsNotLostToATimeLimit) {
  use_a_long_cell();
  Plan forced = plan();
  PlannedCell& cell = forced.to_run.front();
  const Record finished{.id = cell.id,
                        .cell = cell.cell,
                        .status = "done",
                        .json = {{"format", record_format},
                                 {"cell", describe(cell.cell)},
                                 {"status", "done"},
                                 {"result", {{"accuracy", 50.0}}}}};
  ASSERT_TRUE(store.put(finished));
  cell.known_record = store.find(cell.id)->checksum;  // as --force plans it
  const RunSummary summary = run(forced, 0.05);
  EXPECT_EQ(summary.timeout, 1u);
  EXPECT_THAT(summary.failures, ElementsAre(HasSubstr("its finished record is kept")));
  EXPECT_EQ(store.find(cell.id)->json, finished.json);
}

TEST_F(SchedulerTest, FewDescriptorsAreALimitOnCellsAtOnce) {
  config.seeds = 12;
  const Plan all = plan();
  const FileLimit limit(32);
  const RunSummary summary = run_plan(all, store, {.jobs = 64, .paths = paths}, progress);
  EXPECT_EQ(summary.done, 13u);
  EXPECT_TRUE(summary.failures.empty());
}

TEST_F(SchedulerTest, NoDescriptorsAtAllAreAnErrorThatSaysSo) {
  const Plan all = plan();
  std::string error;
  {
    const FileLimit limit(10);
    error = testing_support::message_of<Error>(
        [&] { run_plan(all, store, {.jobs = 2, .paths = paths, .patience_s = 0.1}, progress); });
  }
  EXPECT_THAT(error, AllOf(HasSubstr("Too many open files"), HasSubstr("ulimit -n")));
  EXPECT_TRUE(store.load_all().records.empty()) << "no cell is told to have failed";
}

}  // namespace
}  // namespace sketchbench
