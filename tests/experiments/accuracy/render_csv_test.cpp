#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/results/csv.hpp>
#include <sketchbench/report/results/result_table.hpp>
#include "experiments/accuracy/results_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::SizeIs;
using testing::StartsWith;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(RenderCsv, HeaderIsTheOneThatOtherProgramsRead) {
  SyntheticRun run(adult_config());
  const auto lines = lines_of(csv_text(accuracy_table(summarise(run.config(), run.sources()))));
  ASSERT_THAT(lines, SizeIs(5));
  EXPECT_EQ(lines[0],
            "dataset,degree,coef0,method,D,runs,accuracy,accuracy_std,map_s,train_s,total_s,total_s_std,peak_"
            "rss_mb,"
            "paper_accuracy,paper_accuracy_std,paper_total_s,delta_pp,verdict,status,kernel,sigma,"
            "processor,instruction_set,revision,"
            "delta_low_pp,delta_high_pp,family_low_pp,family_high_pp,holm_p,family,split_std_pp,splits,"
            "detectable_pp");
}

// The test's numbers were computed with SciPy 1.10 (stats.t, stats.norm, stats.nct): the scatter of 16,281
// test rows on both sides, two comparisons.
TEST(RenderCsv, LinesHoldTheNumbersOrNothing) {
  SyntheticRun run(adult_config());
  run.put(of_method("exact"), {79.5});
  run.put(of_method("tensor_sketch"), {80, 81, 82, 83, 84});
  run.put(of_method("random_maclaurin_restricted"), {84});
  const auto lines = lines_of(csv_text(accuracy_table(summarise(run.config(), run.sources()))));
  EXPECT_THAT(lines,
              ElementsAre(StartsWith("dataset"),
                          "adult,4,1,exact,0,1,79.5000,,0.000000,0.500000,0.500000,,123.4,79.31,,7200,0.1900,"
                          "consistent,done,polynomial,,Synthetic CPU,,,"
                          "-0.6920,1.0720,-0.8179,1.1979,1,2,0.3164,0,1.3845",
                          "adult,4,1,tensor_sketch,200,5,82.0000,1.5811,0.250000,0.500000,0.750000,0.000000,"
                          "123.4,81.89,0.24,4.5,0.1100,consistent,done,polynomial,,Synthetic CPU,,,"
                          "-1.8288,2.0488,-2.2070,2.4270,1,2,0.3011,0,3.0945",
                          "adult,4,1,random_maclaurin_published,200,0,,,,,,,,84.04,0.46,14.8,,,missing,"
                          "polynomial,,,,,,,,,,,,,",
                          "adult,4,1,random_maclaurin_restricted,200,1,84.0000,,0.250000,0.500000,0.750000,,"
                          "123.4,,,,,,partial,polynomial,,Synthetic CPU,,,,,,,,,,,"));
}

/// Records from before there was one have none, and tables of them alone stay as they were.
TEST(RenderCsv, HasAucsWhereRunsHaveOne) {
  SyntheticRun run(adult_config());
  run.put(of_method("exact"), {79.5});
  const auto without = lines_of(csv_text(accuracy_table(summarise(run.config(), run.sources()))));
  ASSERT_THAT(without[0], testing::EndsWith(",detectable_pp"));
  const std::vector<Cell> cells = run.cells(of_method("tensor_sketch"));
  for (int seed = 0; seed < 2; ++seed) {
    Record record = run.record(cells.at(static_cast<std::size_t>(seed)), 80 + seed);
    record.json["result"]["auc"] = 0.8 + 0.01 * seed;
    run.put(record);
  }
  const auto with = lines_of(csv_text(accuracy_table(summarise(run.config(), run.sources()))));
  EXPECT_EQ(with[0], without[0] + ",auc,auc_std");
  EXPECT_THAT(with[1], testing::EndsWith(",,"));
  EXPECT_THAT(with[2], testing::EndsWith(",0.805000,0.007071"));
  const Results results = summarise(run.config(), run.sources());
  const Table table = table_for_people(accuracy_table(results), "accuracy", "Method", nullptr);
  EXPECT_THAT(render_markdown({.title = "", .tables = {table}}), testing::HasSubstr("0.8050 ± 0.0071"));
}

TEST(RenderCsv, SimulatedDataHaveNoPublishedNumber) {
  std::string text = adult_config();
  text.replace(text.find(R"("adult", "D": 200)"), 17, R"("gisette_sim", "D": 5000)");
  SyntheticRun run(text);
  run.put(of_method("exact"), {97.9});
  EXPECT_EQ(lines_of(csv_text(accuracy_table(summarise(run.config(), run.sources()))))[1],
            "gisette_sim,4,1,exact,0,1,97.9000,,0.000000,0.500000,0.500000,,123.4,,,,,,done,polynomial,,"
            "Synthetic CPU,,,,,,,,,,,");
}

TEST(RenderCsv, AKernelOfAnotherFamilyIsToldInItsOwnColumns) {
  SyntheticRun run(R"({"name": "wide", "experiment": "accuracy", "learner": {"type": "libsvm"},
    "grid": [{"dataset": "adult"}], "kernels": [{"kernel": "gaussian", "sigma": 2.5}],
    "methods": [{"method": "exact"}]})");
  run.put(of_method("exact"), {85});
  EXPECT_EQ(
      lines_of(csv_text(accuracy_table(summarise(run.config(), run.sources()))))[1],
      "adult,,,exact,0,1,85.0000,,0.000000,0.500000,0.500000,,123.4,,,,,,done,gaussian,2.5,Synthetic CPU,,"
      ",,,,,,,,,");
}

TEST(RenderCsv, LabelsWithCommasAreQuoted) {
  SyntheticRun run(R"({"name": "ablation", "experiment": "accuracy",
    "grid": [{"dataset": "adult", "D": 100}], "kernels": [{"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "tensor_sketch", "learner": {"type": "liblinear", "solver": 1, "C": 1}},
                {"method": "tensor_sketch", "learner": {"type": "liblinear", "solver": 2, "C": 4}}]})");
  const auto lines = lines_of(csv_text(accuracy_table(summarise(run.config(), run.sources()))));
  EXPECT_THAT(lines[1], testing::HasSubstr(",\"tensor_sketch[C="));
}

}  // namespace
}  // namespace sketchbench
