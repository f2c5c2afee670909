#include "experiments/accuracy/summary.hpp"
#include "experiments/accuracy/results_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Summary& row_of(const Results& results, std::string_view method) {
  for (const Summary& row : results.rows)
    if (row.method == method) return row;
  throw std::out_of_range("no such method");
}

TEST(Summary, CompleteRunsGiveMeansTimesAndAVerdict) {
  SyntheticRun run(adult_config());
  const std::vector<double> accuracies = {81.7, 81.8, 81.9, 82.0, 82.1};
  const auto cells = run.cells(of_method("tensor_sketch"));
  for (std::size_t i = 0; i < 5; ++i)
    run.put(run.record(cells[i], accuracies[i], 1.0 + static_cast<double>(i), 2.0));
  const Results results = summarise(run.config(), run.sources());
  const Summary& row = row_of(results, "tensor_sketch");
  EXPECT_EQ(row.status, Status::done);
  EXPECT_EQ(row.runs(), 5);
  EXPECT_NEAR(row.accuracy.mean, 81.9, 1e-12);
  EXPECT_NEAR(row.accuracy.std.value(), std::sqrt(0.1 / 4), 1e-12);
  EXPECT_NEAR(number_of(row, accuracy_quantities(), "map_s").mean, 3, 1e-12);
  EXPECT_NEAR(number_of(row, accuracy_quantities(), "train_s").mean, 2, 1e-12);
  EXPECT_NEAR(row.total_s.mean, 5, 1e-12) << "CPU seconds; load, predict and wall clock are not in it";
  EXPECT_NEAR(row.total_s.std.value(), std::sqrt(2.5), 1e-12);
  EXPECT_NEAR(row.delta().value(), 0.01, 1e-9);
  EXPECT_EQ(row.verdict(), Verdict::consistent);
}

TEST(Summary, DataSetsThatDifferInTheirColumnsAreToldApart) {
  const SyntheticRun run(R"({"name": "columns", "experiment": "accuracy", "learner": {"type": "liblinear"},
 "grid":    [{"dataset": "uniform", "d": 10, "D": 32}, {"dataset": "uniform", "d": 400, "D": 32}],
 "kernels": [{"kernel": "polynomial", "degree": 2}], "methods": [{"method": "tensor_sketch"}]})");
  const Results results = summarise(run.config(), run.sources());
  ASSERT_EQ(results.rows.size(), 2u);
  EXPECT_EQ(results.rows[0].dataset_label, "uniform[d=10]");
  EXPECT_EQ(results.rows[1].dataset_label, "uniform[d=400]");
}

TEST(Summary, EmptyStoreMeansMissingAndNothingIsInvented) {
  SyntheticRun run(adult_config());
  const Results results = summarise(run.config(), run.sources());
  ASSERT_EQ(results.rows.size(), 4u);
  EXPECT_FALSE(has_records(results));
  for (const Summary& row : results.rows) {
    EXPECT_EQ(row.status, Status::missing);
    EXPECT_EQ(row.expected, row.method == exact_method ? 1 : 5);
    EXPECT_EQ(row.verdict(), Verdict::none);
    EXPECT_FALSE(row.delta().has_value());
  }
}

TEST(Summary, PartialRunsHaveAMeanButNoVerdict) {
  SyntheticRun run(adult_config());
  run.put(of_method("tensor_sketch"), {81.9, 82.0});
  const Results results = summarise(run.config(), run.sources());
  const Summary& row = row_of(results, "tensor_sketch");
  EXPECT_EQ(row.status, Status::partial);
  EXPECT_EQ(row.reason, "2 of 5 runs are there");
  EXPECT_NEAR(row.accuracy.mean, 81.95, 1e-12);
  EXPECT_EQ(row.verdict(), Verdict::none);
}

TEST(Summary, AFailureIsNotHiddenBehindTheRunsThatWorked) {
  SyntheticRun run(adult_config());
  const auto cells = run.cells(of_method("tensor_sketch"));
  for (std::size_t i = 0; i < 4; ++i) run.put(cells[i], 82);
  run.put(run.unfinished(cells[4], "failed", "ended by signal 11"));
  const Results results = summarise(run.config(), run.sources());
  const Summary& row = row_of(results, "tensor_sketch");
  EXPECT_EQ(row.status, Status::failed);
  EXPECT_EQ(row.runs(), 4);
  EXPECT_EQ(row.reason, "1 of 5 runs failed: ended by signal 11");
  EXPECT_EQ(row.verdict(), Verdict::none);
  EXPECT_TRUE(has_records(results));
}

TEST(Summary, TimeoutsAndSkipsKeepTheirReasons) {
  SyntheticRun run(adult_config());
  run.put(run.unfinished(run.cells(of_method("exact")).front(), "timeout", "no result after 2 h"));
  std::vector<Skip> skips;
  for (const Cell& cell : run.cells(of_method("tensor_sketch"))) skips.push_back({cell, "needs 80 GB"});
  run.store().put_skips(run.config().name, skips);
  const Results results = summarise(run.config(), run.sources());
  EXPECT_EQ(row_of(results, "exact").status, Status::timeout);
  EXPECT_THAT(row_of(results, "exact").reason, HasSubstr("no result after 2 h"));
  EXPECT_EQ(row_of(results, "tensor_sketch").status, Status::skipped);
  EXPECT_EQ(row_of(results, "tensor_sketch").reason, "needs 80 GB");
}

TEST(Summary, OnlyThePublishedFormStandsBesideThePapersRandomMaclaurin) {
  SyntheticRun run(adult_config());
  run.put(of_method("random_maclaurin_published"), {84.0, 84.0, 84.1, 84.1, 84.0});
  run.put(of_method("random_maclaurin_restricted"), {84.0, 84.0, 84.1, 84.1, 84.0});
  const Results results = summarise(run.config(), run.sources());
  EXPECT_EQ(row_of(results, "random_maclaurin_published").verdict(), Verdict::consistent);
  EXPECT_FALSE(row_of(results, "random_maclaurin_restricted").paper.has_value());
  EXPECT_EQ(row_of(results, "random_maclaurin_restricted").verdict(), Verdict::none);
}

TEST(Summary, QuickRunsGetNoVerdict) {
  SyntheticRun run(adult_config());
  run.use_quick_variant();
  run.put(of_method("tensor_sketch"), {81.9, 81.9});
  const Results results = summarise(run.config(), run.sources());
  const Summary& row = row_of(results, "tensor_sketch");
  EXPECT_EQ(row.status, Status::done);
  EXPECT_EQ(row.expected, 2);
  EXPECT_EQ(row.verdict(), Verdict::none);
  EXPECT_TRUE(row.delta().has_value());
}

TEST(Summary, FewerRowsThanThePaperGetNoVerdict) {
  for (const char* limit : {"max_train", "max_test"}) {
    std::string text = adult_config();
    text.replace(text.find(R"("D": 200)"), 8, std::string(R"("D": 200, ")") + limit + R"(": 5000)");
    SyntheticRun run(text);
    run.put(of_method("tensor_sketch"), {81.9, 81.9, 81.9, 81.9, 81.9});
    EXPECT_EQ(row_of(summarise(run.config(), run.sources()), "tensor_sketch").verdict(), Verdict::none)
        << limit;
  }
}

TEST(Summary, StandInsAreNotCompared) {
  SyntheticRun run(adult_config());
  for (const Cell& cell : run.cells(of_method("tensor_sketch"))) {
    Record record = run.record(cell, 81.9);
    record.json["data"]["same_as_paper"] = false;
    run.put(record);
  }
  const Results results = summarise(run.config(), run.sources());
  const Summary& row = row_of(results, "tensor_sketch");
  EXPECT_FALSE(row.comparable);
  EXPECT_FALSE(row.delta().has_value());
  EXPECT_EQ(row.verdict(), Verdict::none);
}

TEST(Summary, SimulatedGisetteShowsThePapersNumberForReferenceOnly) {
  std::string text = adult_config();
  text.replace(text.find(R"("adult", "D": 200)"), 17, R"("gisette_sim", "D": 5000)");
  SyntheticRun run(text);
  const Results results = summarise(run.config(), run.sources());
  const Summary& row = row_of(results, "tensor_sketch");
  ASSERT_TRUE(row.paper.has_value());
  EXPECT_DOUBLE_EQ(row.paper->accuracy.mean, 95.21);
  EXPECT_FALSE(row.comparable);
}

TEST(Summary, BrokenRecordFilesAreNamedAndLeftOut) {
  SyntheticRun run(adult_config());
  const auto cells = run.cells(of_method("tensor_sketch"));
  run.put(cells[0], 81.9);
  run.folder().write("results/records/" + std::string(64, 'a') + ".json", "{\"half\": ");
  const Results results = summarise(run.config(), run.sources());
  EXPECT_EQ(row_of(results, "tensor_sketch").runs(), 1);
  EXPECT_THAT(results.left_out, ElementsAre(HasSubstr(std::string(64, 'a'))));
}

TEST(Summary, RecordsOfAnEarlierVersionDoNotCount) {
  SyntheticRun run(adult_config());
  Record record = run.record(run.cells(of_method("tensor_sketch")).front(), 81.9);
  record.json["cell"]["versions"]["map"] = 0;
  record.id = cell_id(record.json["cell"]);
  run.put(record);
  const Results results = summarise(run.config(), run.sources());
  EXPECT_EQ(row_of(results, "tensor_sketch").status, Status::missing);
  EXPECT_THAT(results.left_out, ElementsAre(HasSubstr("earlier version")));
}

TEST(Summary, RunsOnOtherContentsOfADataSetAreNotMixedIn) {
  SyntheticRun run(adult_config());
  auto cells = run.cells(of_method("tensor_sketch"));
  for (Cell& cell : cells) {
    cell.data_hash = "the data before they were mended";
    Record old = run.record(cell, 70);
    old.json["run"]["started"] = "2026-01-01T00:00:00Z";
    run.put(old);
  }
  run.put(of_method("tensor_sketch"), {81.9, 82.0});
  const Results results = summarise(run.config(), run.sources());
  const Summary& row = row_of(results, "tensor_sketch");
  EXPECT_EQ(row.status, Status::partial);
  EXPECT_NEAR(row.accuracy.mean, 81.95, 1e-12);
  EXPECT_THAT(results.left_out, ElementsAre(HasSubstr("5 records of adult")));
}

TEST(Summary, NamesakesAreToldApart) {
  SyntheticRun run(R"({"name": "ablation", "experiment": "accuracy", "seeds": 1,
    "grid": [{"dataset": "adult", "D": [100, 200]}, {"dataset": "adult", "max_train": 500, "D": 100}],
    "kernels": [{"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "tensor_sketch", "learner": {"type": "liblinear", "solver": 1}},
                {"method": "tensor_sketch", "learner": {"type": "liblinear", "solver": 2}},
                {"method": "exact", "learner": {"type": "libsvm"}}]})");
  const Results results = summarise(run.config(), run.sources());
  std::vector<std::string> labels;
  for (const Summary& row : results.rows)
    labels.push_back(row.dataset_label + " " + row.method_label + " " + std::to_string(row.D));
  EXPECT_THAT(labels, ElementsAre("adult tensor_sketch[solver=1] 100", "adult tensor_sketch[solver=1] 200",
                                  "adult tensor_sketch[solver=2] 100", "adult tensor_sketch[solver=2] 200",
                                  "adult exact 0", "adult[500] tensor_sketch[solver=1] 100",
                                  "adult[500] tensor_sketch[solver=2] 100", "adult[500] exact 0"));
}

TEST(Summary, SideBySideRunsAreMarked) {
  SyntheticRun run(adult_config());
  const auto cells = run.cells(of_method("tensor_sketch"));
  Record record = run.record(cells[0], 81.9);
  record.json["run"]["jobs"] = 2;
  run.put(record);
  run.put(of_method("exact"), {79.3});
  const Results results = summarise(run.config(), run.sources());
  EXPECT_TRUE(row_of(results, "tensor_sketch").side_by_side());
  EXPECT_FALSE(row_of(results, "exact").side_by_side());
}

// A map's parameter may be called as a learner's key is: neither takes the other's place.
TEST(Summary, AParameterThatIsCalledAsALearnersKeyHasALabelOfItsOwn) {
  const SyntheticRun run(R"({"name": "labels", "experiment": "accuracy", "seeds": 1,
    "grid": [{"dataset": "adult", "D": 100}], "kernels": [{"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "tensor_sketch", "learner": {"type": "liblinear", "C": 1}},
                {"method": "tensor_sketch", "learner": {"type": "liblinear", "C": 2}}]})");
  Config config = run.config();
  const auto labels = [&] {
    std::vector<std::string> all;
    for (const Summary& row : summarise(config, run.sources()).rows) all.push_back(row.method_label);
    return all;
  };
  EXPECT_THAT(labels(), ElementsAre("tensor_sketch[C=1.0]", "tensor_sketch[C=2.0]"));
  for (MethodEntry& method : config.methods) method.parameters = {{"C", 7}};
  EXPECT_THAT(labels(), ElementsAre("tensor_sketch[C=1.0]", "tensor_sketch[C=2.0]"));
  config.methods[1].learner = config.methods[0].learner;
  config.methods[1].parameters = {{"C", 8}};
  EXPECT_THAT(labels(), ElementsAre("tensor_sketch[map.C=7]", "tensor_sketch[map.C=8]"));
  for (MethodEntry& method : config.methods) method.parameters["rank"] = method.parameters["C"];
  EXPECT_THAT(labels(), ElementsAre("tensor_sketch[map.C=7,rank=7]", "tensor_sketch[map.C=8,rank=8]"));
}

}  // namespace
}  // namespace sketchbench
