#include <sketchbench/report/baseline/baseline.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/report/baseline/baseline_check.hpp>
#include <sketchbench/report/document/render_terminal.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

/// A run with all of its results, and a baseline made from it.
class BaselineTest : public testing::Test {
 protected:
  BaselineTest() {
    run_.put(of_method("exact"), {79.5});
    run_.put(of_method("tensor_sketch"), {81.6, 81.8, 82.0, 82.2, 82.4});
    run_.put(of_method("random_maclaurin_published"), {84, 84, 84, 84, 84});
    run_.put(of_method("random_maclaurin_restricted"), {84, 84, 84, 84, 84});
    run_.folder().write("baselines/adult.json", make_baseline(results(), file_));
  }

  GuardedResults results() const { return guarded_results(run_.config(), run_.sources()); }
  std::vector<BaselineCheck> check() const { return check_baseline(read_baseline(file_), results()); }

  SyntheticRun run_{adult_config()};
  std::filesystem::path file_ = run_.folder() / "baselines/adult.json";
};

TEST_F(BaselineTest, TheRunThatItWasMadeFromPasses) {
  const auto checks = check();
  ASSERT_EQ(checks.size(), 4u);
  EXPECT_TRUE(passes(checks));
}

TEST_F(BaselineTest, ANumberIsGuardedOnce) {
  Json json = read_json(file_);
  json["cells"].push_back(json["cells"][1]);
  run_.folder().write("baselines/adult.json", json.dump());
  EXPECT_THAT(message_of<InputError>([&] { read_baseline(file_); }),
              AllOf(HasSubstr("cells[4]"), HasSubstr("cells[1]")));
}

TEST_F(BaselineTest, NamesItsConfigurationRelativeToItself) {
  EXPECT_EQ(read_json(file_).at("config"), "../config.json");
  EXPECT_EQ(read_baseline(file_).config, run_.config().file);
}

TEST_F(BaselineTest, TolerancesFollowTheSpreadOfTheSeedsAboveAFloor) {
  const Baseline baseline = read_baseline(file_);
  // The deviation of 81.6, 81.8, ... is sqrt(0.1); 4 standard errors of a difference are 4 sqrt(2 * 0.1 / 5).
  EXPECT_NEAR(baseline.cells[1].tolerance, 4 * std::sqrt(0.04), 1e-4);
  EXPECT_THAT(baseline.cells[1].why, HasSubstr("4 standard errors"));
  EXPECT_DOUBLE_EQ(baseline.cells[0].tolerance, 0.1);
  EXPECT_THAT(baseline.cells[0].why, HasSubstr("floor"));
}

TEST_F(BaselineTest, MovesWithinTheToleranceAreFine) {
  run_.put(of_method("exact"), {79.4});
  EXPECT_TRUE(passes(check()));
}

TEST_F(BaselineTest, ARegressionIsSeen) {
  run_.put(of_method("exact"), {79.39});
  const auto checks = check();
  EXPECT_EQ(checks[0].movement, Movement::regressed);
  EXPECT_FALSE(passes(checks));
  const std::string text = render_terminal(baseline_document(read_baseline(file_), results(), checks), false);
  EXPECT_THAT(text, AllOf(HasSubstr("REGRESSED"), HasSubstr("−0.11"), HasSubstr("±0.10"),
                          HasSubstr("Of 4 numbers: 1 regressed, 0 improved, 0 missing")));
}

TEST_F(BaselineTest, AnImprovementIsSeenAsWell) {
  run_.put(of_method("tensor_sketch"), {84, 84, 84, 84, 84});
  const auto checks = check();
  EXPECT_EQ(checks[1].movement, Movement::improved);
  EXPECT_FALSE(passes(checks)) << "the baseline must be changed knowingly";
}

TEST_F(BaselineTest, MissingRunsAreSeen) {
  const Cell cell = run_.cells(of_method("tensor_sketch")).front();
  std::filesystem::remove(run_.store().path_of(cell_id(describe(cell))));
  const auto checks = check();
  EXPECT_EQ(checks[1].movement, Movement::missing);
  EXPECT_THAT(checks[1].remark, HasSubstr("4 of 5 runs"));
  EXPECT_FALSE(passes(checks));
}

TEST_F(BaselineTest, AFailedRunIsMissingWithItsReason) {
  run_.put(run_.unfinished(run_.cells(of_method("exact")).front(), "failed", "ended by signal 11"));
  const auto checks = check();
  EXPECT_EQ(checks[0].movement, Movement::missing);
  EXPECT_THAT(checks[0].remark, HasSubstr("signal 11"));
}

TEST_F(BaselineTest, ResultsThatTheBaselineLacksAreMentioned) {
  Json json = read_json(file_);
  json["cells"].erase(0);
  run_.folder().write("baselines/adult.json", json.dump());
  const auto checks = check();
  EXPECT_TRUE(passes(checks));
  EXPECT_THAT(render_terminal(baseline_document(read_baseline(file_), results(), checks), false),
              HasSubstr("exact: not in the baseline"));
}

TEST_F(BaselineTest, ResultsThatTheConfigurationLostAreMissing) {
  Json json = read_json(file_);
  json["cells"][0]["degree"] = 7;
  run_.folder().write("baselines/adult.json", json.dump());
  EXPECT_EQ(check()[0].movement, Movement::missing);
}

TEST_F(BaselineTest, HoldsKernelsOfEveryFamily) {
  SyntheticRun run(R"({"name": "wide", "experiment": "accuracy", "learner": {"type": "libsvm"},
    "grid": [{"dataset": "adult"}],
    "kernels": [{"kernel": "gaussian", "sigma": 2.5}, {"kernel": "gaussian", "sigma": 5},
                {"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "exact"}]})");
  for (const Cell& cell : run.cells(of_method("exact")))
    run.put(cell, 70 + 2 * cell.kernel.number("sigma").value_or(0));
  const GuardedResults results = guarded_results(run.config(), run.sources());
  const auto file =
      run.folder().write("baselines/wide.json", make_baseline(results, run.folder() / "baselines/wide.json"));
  EXPECT_TRUE(passes(check_baseline(read_baseline(file), results)));
  const Json cells = read_json(file).at("cells");
  EXPECT_EQ(cells[0].at("kernel"), "gaussian");
  EXPECT_EQ(cells[1].at("sigma"), 5);
  EXPECT_FALSE(cells[2].contains("kernel"));
}

TEST_F(BaselineTest, IsNotMadeFromHalfARun) {
  const Cell cell = run_.cells(of_method("tensor_sketch")).front();
  std::filesystem::remove(run_.store().path_of(cell_id(describe(cell))));
  EXPECT_THAT(message_of<InputError>([&] { make_baseline(results(), file_); }),
              AllOf(HasSubstr("TS"), HasSubstr("partial")));
}

TEST_F(BaselineTest, IsReadStrictly) {
  Json json = read_json(file_);
  json["cells"][0]["tolerence"] = 1;
  run_.folder().write("baselines/adult.json", json.dump());
  EXPECT_THAT(message_of<InputError>([&] { read_baseline(file_); }),
              AllOf(HasSubstr("adult.json"), HasSubstr("tolerence"), HasSubstr("tolerance")));
}

TEST(Baseline, ABareNameMeansAConfigurationOfTheProject) {
  const testing_support::TemporaryFolder folder;
  const auto file =
      folder.write("b.json", R"({"config": "ci", "cells": [{"dataset": "adult", "degree": 2, "coef0": 0,
    "method": "exact", "D": 0, "accuracy": 84, "runs": 1, "std": null, "tolerance": 0.1}]})");
  EXPECT_EQ(read_baseline(file).config, std::filesystem::path("configs/ci.json"));
}

}  // namespace
}  // namespace sketchbench
