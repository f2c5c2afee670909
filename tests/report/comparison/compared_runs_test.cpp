// Which results of two folders are set side by side, and what becomes of the others.
#include <sketchbench/report/comparison/compared_runs.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;
using testing_support::message_of;

bool every_cell(const Cell&) { return true; }

class ComparedRunsTest : public testing::Test {
 protected:
  PairedRuns paired(const ComparisonRequest& request = {}) const {
    return pair_runs(a.store(), b.store(), ManifestFacts(), request);
  }
  void put(const SyntheticRun& run, const std::function<bool(const Cell&)>& wanted) const {
    for (const Cell& cell : run.cells(wanted)) run.put(cell, 80);
  }

  SyntheticRun a{adult_config()}, b{adult_config()};
};

TEST_F(ComparedRunsTest, AreThoseOfBothAndTheOthersAreCounted) {
  put(a, every_cell);
  put(b, of_method("tensor_sketch"));
  const PairedRuns made = paired();
  ASSERT_THAT(made.pairs, SizeIs(1));
  EXPECT_EQ(made.pairs.front().a.method_label, "tensor_sketch");
  EXPECT_EQ(made.pairs.front().a.runs(), 5);
  EXPECT_EQ(made.left_in_a.alone, 3u);
  EXPECT_EQ(made.left_in_b.alone, 0u);
}

TEST_F(ComparedRunsTest, OnOtherContentsAreNotCompared) {
  put(a, every_cell);
  put(b, of_method("exact"));
  for (Cell cell : b.cells(of_method("tensor_sketch"))) {
    cell.data_hash = "others";
    b.put(cell, 80);
  }
  const PairedRuns made = paired();
  EXPECT_THAT(made.pairs, SizeIs(1));
  EXPECT_EQ(made.left_in_a.other_contents, 1u);
  EXPECT_EQ(made.left_in_b.other_contents, 1u);
}

TEST_F(ComparedRunsTest, OfOtherVersionsAreOfTheNewestAlone) {
  put(a, of_method("tensor_sketch"));
  put(b, of_method("tensor_sketch"));
  for (const Cell& cell : b.cells(of_method("tensor_sketch"))) {
    Record old = b.record(cell, 70);
    old.json["cell"]["versions"]["map"] = 0;
    old.json["run"]["started"] = "2020-01-01T00:00:00Z";
    old.id = cell_id(old.json["cell"]);
    b.put(old);
  }
  const PairedRuns made = paired();
  ASSERT_THAT(made.pairs, SizeIs(1));
  EXPECT_EQ(made.pairs.front().b.runs(), 5);
  for (const Record& record : made.pairs.front().b.done)
    EXPECT_EQ(record.json.at("result").at("accuracy"), 80);
  EXPECT_EQ(made.left_in_b.other_versions, 5u);
}

TEST_F(ComparedRunsTest, OfAnOlderProgramAreComparedWithTodays) {
  put(a, of_method("tensor_sketch"));
  for (const Cell& cell : b.cells(of_method("tensor_sketch"))) {
    Record old = b.record(cell, 70);
    old.json["cell"]["versions"]["map"] = 0;
    old.json["run"]["revision"] = "0123456789ab";
    old.id = cell_id(old.json["cell"]);
    b.put(old);
  }
  EXPECT_THAT(paired().pairs, SizeIs(1));
}

TEST_F(ComparedRunsTest, NarrowToConfigurationsAndFilters) {
  put(a, every_cell);
  put(b, every_cell);
  EXPECT_THAT(paired({.filters = {parse_filter("method=exact,tensor_sketch")}}).pairs, SizeIs(2));
  EXPECT_THAT(paired({.filters = {parse_filter("D=200"), parse_filter("seed=1,2")}}).pairs, SizeIs(3));
  EXPECT_EQ(paired({.filters = {parse_filter("seed=1,2")}}).pairs.front().a.runs(), 2);
  EXPECT_THAT(paired({.configs = {a.config()}}).pairs, SizeIs(4));
  EXPECT_THAT(message_of<InputError>([&] { paired({.filters = {parse_filter("dataset=mnist")}}); }),
              HasSubstr("filters"));
}

TEST_F(ComparedRunsTest, SetOneMethodAgainstAnother) {
  put(a, every_cell);
  put(b, every_cell);
  const PairedRuns made = paired({.method_a = "tensor_sketch", .method_b = "random_maclaurin_published"});
  ASSERT_THAT(made.pairs, SizeIs(1));
  EXPECT_EQ(made.pairs.front().a.method, "tensor_sketch");
  EXPECT_EQ(made.pairs.front().b.method, "random_maclaurin_published");
  EXPECT_EQ(made.left_in_a.alone, 0u) << "the other methods were not asked for";
  EXPECT_THAT(paired({.method_a = "tensor_sketch", .method_b = "exact"}).pairs, SizeIs(1));
  EXPECT_THAT(message_of<InputError>([&] { paired({.method_a = "tensor_sketsh", .method_b = "exact"}); }),
              AllOf(HasSubstr("method of A"), HasSubstr("tensor_sketch")));
}

TEST(ComparedRuns, OfErrorsAreThoseAgainstOneKernel) {
  const std::string second =
      R"(, {"method": "external", "name": "second", "command": ["sh"], "own_kernel": "affine"})";
  const SyntheticRun errors(own_kernel_config("gram_error", "", second));
  for (const Cell& cell : errors.cells(every_cell)) errors.put(errors.gram_errors(cell, 0.02));
  const SyntheticRun accuracies(
      own_kernel_config("accuracy", R"("seeds": 2, "learner": {"type": "liblinear"},)"));
  for (const Cell& cell : accuracies.cells(every_cell)) accuracies.put(cell, 80);
  const auto pairs = [](const SyntheticRun& run, const std::string& of_a, const std::string& of_b) {
    return pair_runs(run.store(), run.store(), ManifestFacts(), {.method_a = of_a, .method_b = of_b}).pairs;
  };
  EXPECT_THAT(pairs(errors, "mine", "second"), SizeIs(1));
  EXPECT_THAT(message_of<InputError>([&] { pairs(errors, "mine", "rks"); }),
              HasSubstr("no result is in both"));
  EXPECT_THAT(pairs(accuracies, "mine", "rks"), SizeIs(1)) << "accuracies are of no kernel";
}

TEST_F(ComparedRunsTest, WithoutAnyInCommonAreAnError) {
  put(a, of_method("exact"));
  put(b, of_method("tensor_sketch"));
  EXPECT_THAT(message_of<InputError>([&] { paired(); }), HasSubstr("no result is in both"));
  const SyntheticRun empty(adult_config());
  EXPECT_THAT(message_of<InputError>([&] { pair_runs(a.store(), empty.store(), ManifestFacts(), {}); }),
              HasSubstr("no finished record"));
}

TEST_F(ComparedRunsTest, ThatFailedAreCounted) {
  put(a, of_method("tensor_sketch"));
  put(b, of_method("tensor_sketch"));
  b.put(b.unfinished(b.cells(of_method("exact")).front(), "failed", "no reason"));
  EXPECT_EQ(paired().left_in_b.unfinished, 1u);
}

}  // namespace
}  // namespace sketchbench
