// A regression experiment from the configuration to the table, on generated targets.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include "cli/workbench.hpp"
#include "support/libsvm_dataset.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::add_libsvm_dataset;
using testing_support::Ended;
using testing_support::Words;
using testing_support::Workbench;

/// Adds the shipped configuration and its data sets.
void add_shipped(const Workbench& bench) {
  const std::filesystem::path source = SKETCHBENCH_SOURCE_DIR;
  for (const char* name : {"configs/regression.json", "datasets/poly_regression.json", "datasets/cpu.json"})
    bench.write(name, read_file(source / name));
}

const Words first_look = {"run",
                          "configs/regression.json",
                          "--quick",
                          "--only",
                          "D=400",
                          "--only",
                          "dataset=poly_regression",
                          "--only",
                          "method=tensor_sketch,random_maclaurin_restricted",
                          "--jobs",
                          "2"};

TEST(Regression, RunsFromTheConfigurationToTheTable) {
  const Workbench bench;
  add_shipped(bench);
  const Ended ended = bench.run(first_look);
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output,
              AllOf(HasSubstr("4 done, 0 failed"), HasSubstr("RMSE 0.10"), HasSubstr("R² 0.99")));
  EXPECT_THAT(bench.run(first_look).output, HasSubstr("nothing to run"));

  const Ended report = bench.run({"report", "configs/regression.json", "--quick", "--write"});
  EXPECT_EQ(report.exit_code, 0) << report.output;
  EXPECT_THAT(report.output, AllOf(HasSubstr("QUICK"), HasSubstr("Relative"),
                                   HasSubstr("ridge regression (TS, RM restricted): ")));
  const std::string csv = bench.read("results/regression-quick/table.csv");
  EXPECT_THAT(csv, AllOf(HasSubstr("dataset,degree,coef0,method,D,runs,rmse,rmse_std,relative_rmse,"),
                         HasSubstr("\npoly_regression,2,1,exact,0,0,"),
                         HasSubstr("\npoly_regression,2,1,tensor_sketch,400,2,0.10"),
                         HasSubstr("\npoly_regression,2,1,tensor_sketch,100,0,")));
  for (const auto& [record, outcome] : bench.outcomes()) {
    const Json& result = outcome.at(1);
    // No prediction can be better than the noise of 0.1, but for the luck of 1,200 test rows.
    EXPECT_GT(result.at("rmse").get<double>(), 0.095) << record;
    EXPECT_GT(result.at("r2").get<double>(), 0.7) << record;
  }
}

TEST(Regression, TheOtherTaskIsRefusedBeforeAnythingRuns) {
  const Workbench bench;
  add_shipped(bench);
  const auto refusal_of = [&](const char* from, const char* to) {
    std::string text = bench.read("configs/tiny.json");
    text.replace(text.find(from), std::string_view(from).size(), to);
    bench.write("configs/wrong.json", text);
    const Ended ended = bench.run({"run", "configs/wrong.json", "--mirror", "mirror"});
    EXPECT_EQ(ended.exit_code, 2) << ended.output;
    EXPECT_THAT(bench.files("results"), IsEmpty());
    EXPECT_THAT(bench.files("datasets/cache"), IsEmpty());
    return ended.output;
  };
  EXPECT_THAT(refusal_of("quadrants", "cpu"),
              AllOf(HasSubstr("configs/wrong.json: \"grid[0].dataset\""), HasSubstr("cpu is for regression"),
                    HasSubstr("choose \"regression\"")));
  EXPECT_THAT(refusal_of("\"accuracy\"", "\"regression\""),
              AllOf(HasSubstr("configs/wrong.json: \"methods[0].learner\""),
                    HasSubstr("liblinear with solver 2 classifies"), HasSubstr("solver 11, 12 or 13")));
}

/// "1 1:0.5" and so on: a row of one feature for each label.
std::string rows_with(const std::vector<const char*>& labels) {
  std::string text;
  for (std::size_t i = 0; i < labels.size(); ++i)
    text += fmt::format("{} 1:{}\n", labels[i], 0.1 * static_cast<double>(i + 1));
  return text;
}

/// A run of an experiment on a data set of those labels.
Ended run_on(const Workbench& bench, const std::string& train, const std::string& test, Task task) {
  add_libsvm_dataset(bench.folder(), "odd", train, test, 1, "", task);
  Json manifest = parse_json(bench.read("datasets/odd.json"), "odd.json");
  manifest.erase("task");
  if (task == Task::regression) manifest["task"] = "regression";
  for (Json& file : manifest["sources"][0]["files"]) file["format"].erase("labels");
  bench.write("datasets/odd.json", manifest.dump());
  Json config = parse_json(bench.read("configs/tiny.json"), "tiny.json");
  config["grid"][0]["dataset"] = "odd";
  config["experiment"] = task == Task::regression ? "regression" : "accuracy";
  if (task == Task::regression) config["learner"] = {{"type", "ridge"}};
  bench.write("configs/odd.json", config.dump());
  return bench.run({"run", "configs/odd.json", "--mirror", "mirror"});
}

TEST(Regression, DataOnWhichNothingCanBeMeasuredAreRefusedBeforeTheFirstCell) {
  const std::string targets = rows_with({"0.5", "1.5", "2.5", "3.5"});
  const Workbench bench;
  for (const auto& [test, why] : {std::pair{rows_with({"3", "3"}), "all the same"},
                                  {rows_with({"0", "0"}), "all 0"},
                                  {rows_with({"3"}), "1 test row"}}) {
    for (int time = 0; time < 2; ++time) {  // the second time, the data are prepared already
      const Ended ended = run_on(bench, targets, test, Task::regression);
      EXPECT_EQ(ended.exit_code, 2) << ended.output;
      EXPECT_THAT(ended.output, AllOf(HasSubstr("datasets/odd.json: \"sources\""), HasSubstr(why)));
      EXPECT_THAT(bench.files("results/records"), IsEmpty());
    }
  }
  EXPECT_EQ(run_on(bench, rows_with({"3", "3", "3"}), targets, Task::regression).exit_code, 0)
      << "a constant can be learnt";
}

TEST(Regression, LabelsThatAreNoClassesAreRefusedBeforeTheFirstCell) {
  const std::string classes = rows_with({"1", "2", "1", "2"});
  const Workbench bench;
  const Ended targets = run_on(bench, rows_with({"0.5", "1", "2"}), classes, Task::classification);
  EXPECT_EQ(targets.exit_code, 2) << targets.output;
  EXPECT_THAT(targets.output, AllOf(HasSubstr("datasets/odd.json: \"task\""), HasSubstr("label is 0.5"),
                                    HasSubstr("\"regression\"")));
  const Ended one = run_on(bench, rows_with({"1", "1", "1"}), classes, Task::classification);
  EXPECT_EQ(one.exit_code, 2) << one.output;
  EXPECT_THAT(one.output, AllOf(HasSubstr("datasets/odd.json: \"sources\""), HasSubstr("one class")));
  EXPECT_THAT(bench.files("results/records"), IsEmpty());
  EXPECT_EQ(run_on(bench, classes, rows_with({"2", "1"}), Task::classification).exit_code, 0);
}

TEST(Regression, InfoNamesTheTask) {
  const Workbench bench;
  add_shipped(bench);
  EXPECT_EQ(bench.run({"datasets", "fetch", "poly_regression"}).exit_code, 0);
  const Ended info = bench.run({"datasets", "info", "poly_regression"});
  EXPECT_THAT(info.output, AllOf(HasSubstr("regression"), Not(HasSubstr("classes"))));
}

}  // namespace
}  // namespace sketchbench
