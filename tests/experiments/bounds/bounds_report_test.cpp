#include "experiments/bounds/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "experiments/bounds/bound_check.hpp"
#include "experiments/bounds/results.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string bounds_config() {
  return R"({"name": "bounds", "experiment": "bounds", "parameters": {"seeds": 4000},
    "grid": [{"dataset": "adult", "D": [64, 512]}],
    "kernels": [{"kernel": "polynomial", "degree": 1}, {"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "tensor_sketch"}]})";
}

Comparison variance(double bound, double measured) {
  Comparison comparison = at_most(bound, {measured, {0.9 * measured, 1.1 * measured}});
  comparison.pair = "x = y, row 5";
  comparison.exact = 1.01 * measured;
  return comparison;
}

class BoundsReportTest : public testing::Test {
 protected:
  BoundsReportTest() : run(bounds_config()) {}

  void put(const Cell& cell, const std::vector<BoundCheck>& checks) {
    Record record = run.record(cell, 0);
    Json list = Json::array();
    for (const BoundCheck& check : checks) list.push_back(BoundCheck::fields().to_json(check));
    record.json["result"] = {{"seeds", 4000}, {"level", level}, {"checks", list}, {"pairs", Json::array()}};
    run.put(record);
  }

  /// Every cell: Lemma 3 holds at 0.8 of its bound, Lemma 6 fails at 3 times its own, Lemma 10 does not
  /// speak.
  void put_all() {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
      const bool linear = cell.kernel.number("degree") == 1;
      BoundCheck silent = conclude("10", "tail", {});
      silent.remark = "D is too small";
      put(cell, {conclude(linear ? "3" : "6", "variance", {variance(2, linear ? 1.6 : 6)}), silent});
    }
  }

  Report report() const { return bounds_report(run.config(), run.sources()); }

  SyntheticRun run;
  double level = 1e-4;
};

TEST_F(BoundsReportTest, CsvHasALineForEachCellAndStatement) {
  put_all();
  const std::string csv = csv_text(report().results);
  EXPECT_THAT(csv, testing::StartsWith(
                       "lemma,dataset,degree,D,pairs,seeds,quantity,bound,measured,low,high,worst_ratio,"
                       "verdict,status,exact_share\n"));
  EXPECT_THAT(csv, HasSubstr("3,adult,1,64,1,4000,variance,2,1.6,1.44,1.76,0.8,holds,done,0.808\n"));
  EXPECT_THAT(csv, HasSubstr("6,adult,2,512,1,4000,variance,2,6,5.4,6.6,3,fails,done,3.03\n"));
  EXPECT_THAT(csv, HasSubstr("10,adult,2,64,0,4000,tail,,,,,,conditions not met,done,\n"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 * 4);
}

TEST_F(BoundsReportTest, SaysWhatFailsAndWhy) {
  put_all();
  const std::string text = render_markdown(report().document);
  EXPECT_THAT(text, HasSubstr("Of 8 checks: 2 hold, 2 fail, 0 inconclusive, 4 not applicable."));
  EXPECT_THAT(text, HasSubstr("fails: 2"));
  EXPECT_THAT(text, HasSubstr("up to 3.03×")) << "the exact one";
  EXPECT_THAT(text, HasSubstr("Lemma 6 fails for p ≥ 2"));
  EXPECT_THAT(text, Not(HasSubstr("Lemma 7 is Chebyshev")));
  EXPECT_THAT(text, HasSubstr("D is too small"));
  // Of 8 checks at 1e-4, 4 had something to look at.
  EXPECT_THAT(text, HasSubstr("all 4 checks"));
  EXPECT_THAT(text, HasSubstr("at most 0.0004"));
  EXPECT_THAT(text, Not(HasSubstr("nothing is said to fail")));
}

TEST_F(BoundsReportTest, SaysThatNothingFailsWhereAllChecksTogetherMayErrTooOften) {
  level = 0.02;
  put_all();
  const BoundsResults results = bounds_results(run.config(), run.sources());
  EXPECT_EQ(results.family.checks, 4);
  EXPECT_NEAR(results.family.level, 0.08, 1e-12);
  EXPECT_FALSE(results.family.decides());
  for (const CheckedCell& cell : results.cells)
    for (const BoundCheck& check : cell.checks) EXPECT_NE(check.verdict, BoundVerdict::fails);
  const std::string text = render_markdown(report().document);
  EXPECT_THAT(text, HasSubstr("2 hold, 0 fail, 2 inconclusive"));
  EXPECT_THAT(text, HasSubstr("nothing is said to fail"));
  level = 0.01;
  put_all();
  EXPECT_TRUE(bounds_results(run.config(), run.sources()).family.decides()) << "0.04";
  EXPECT_THAT(render_markdown(report().document), HasSubstr("2 hold, 2 fail"));
}

TEST_F(BoundsReportTest, GivesNoReasonsWhereNothingFails) {
  for (const Cell& cell : run.cells([](const Cell&) { return true; }))
    put(cell, {conclude("7", "tail", {variance(2, 1)})});
  const std::string text = render_markdown(report().document);
  EXPECT_THAT(text, Not(HasSubstr("Why lemmas fail")));
  EXPECT_THAT(text, HasSubstr("4-wise independent")) << "what holds does so for fully random tables";
}

TEST_F(BoundsReportTest, FigureShowsRatiosAgainstTheDegree) {
  put_all();
  const Figure figure = report().figures.at(0);
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].title, "D = 64");
  ASSERT_EQ(figure.panels[0].series.size(), 4u);  // adult, the exact ratio, the corrected bound, the bound
  const FigureSeries& adult = figure.panels[0].series[0];
  ASSERT_EQ(adult.points.size(), 2u);
  EXPECT_EQ(adult.points[0].x, 1);
  EXPECT_DOUBLE_EQ(adult.points[0].y, 0.8);
  EXPECT_DOUBLE_EQ(adult.points[1].y, 3);
  EXPECT_DOUBLE_EQ(adult.points[1].low.value(), 2.7);
  EXPECT_EQ(adult.points[1].records.size(), 1u);
  // (2^(p+1) - 2) / 2 for large D: 1 and 3, and somewhat more for 64.
  const FigureSeries& exact = figure.panels[0].series[1];
  EXPECT_DOUBLE_EQ(exact.points[0].y, 1);
  EXPECT_NEAR(exact.points[1].y, 3, 0.1);
  // (3^p - 1) / 2.
  const FigureSeries& corrected = figure.panels[0].series[2];
  EXPECT_DOUBLE_EQ(corrected.points[0].y, 1);
  EXPECT_DOUBLE_EQ(corrected.points[1].y, 4);
  EXPECT_NE(corrected.key, exact.key) << "a look of its own";
  EXPECT_TRUE(figure.missing.empty());
}

TEST_F(BoundsReportTest, CellsWithoutRecordsAreNamed) {
  const std::vector<Cell> cells = run.cells([](const Cell&) { return true; });
  put(cells.at(0), {conclude("3", "variance", {variance(2, 1.6)})});
  run.put(run.unfinished(cells.at(1), "failed", "out of paper"));
  const Report made = report();
  EXPECT_THAT(csv_text(made.results), HasSubstr(",adult,1,512,,,,,,,,,,failed,\n"));
  EXPECT_THAT(csv_text(made.results), HasSubstr(",adult,2,64,,,,,,,,,,missing,\n"));
  EXPECT_THAT(render_markdown(made.document), HasSubstr("out of paper"));
  EXPECT_FALSE(made.figures.at(0).missing.empty());
  EXPECT_TRUE(made.has_records);
}

TEST_F(BoundsReportTest, NothingAtAllIsNoError) {
  const Report made = report();
  EXPECT_FALSE(made.has_records);
  EXPECT_FALSE(has_points(made.figures.at(0)));
}

TEST_F(BoundsReportTest, ARecordThatReportsCannotReadIsLeftOut) {
  put_all();
  const Cell cell = run.cells([](const Cell&) { return true; }).at(0);
  Record broken = run.record(cell, 0);
  broken.json["result"] = {{"seeds", 4000}, {"level", 1e-4}, {"checks", Json::array({{{"lemma", "3"}}})}};
  run.put(broken);
  const Report made = report();
  ASSERT_EQ(made.left_out.size(), 1u);
  EXPECT_THAT(made.left_out[0], HasSubstr(broken.id));
}

}  // namespace
}  // namespace sketchbench
