#include "experiments/sampling_theorems/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/document/render_markdown.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "experiments/sampling_theorems/theorem_check.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

constexpr const char* config =
    R"({"name": "theorems", "title": "Theorems", "experiment": "sampling_theorems",
    "parameters": {"rows": 100, "draws": 2, "s": [2, 10]},
    "grid": [{"dataset": "adult"}, {"dataset": "mnist"}],
    "kernels": [{"kernel": "gaussian", "sigma": 2}], "methods": [{"method": "exact"}]})";

TheoremCheck check(const char* theorem, const char* quantity, const char* matrix, double s,
                   std::vector<double> measured, double bound, std::optional<double> allowed = {},
                   bool applies = true) {
  std::vector<Trial> trials;
  for (const double value : measured) {
    trials.push_back(trial_of(bound, value));
    trials.back().applies = applies;
    trials.back().at = "c = 1.7";
  }
  return conclude({.theorem = theorem,
                   .quantity = quantity,
                   .matrix = matrix,
                   .s = s,
                   .hypothesis = "entries up to 9",
                   .allowed = allowed},
                  trials);
}

/// Norms of half the bound, but for the matrix that is both.
std::vector<TheoremCheck> invented() {
  return {check("1", "largest variance", "quantised", 1, {1, 3}, 4, 0.1, false),
          check("1", "largest variance", "sparsified", 2, {2, 4}, 6, 0.1),
          check("1", "largest variance", "sparsified", 10, {8, 8}, 16, 0.1),
          check("1", "largest variance", "sparsified and quantised", 2, {5, 5}, 7, 0.1),
          check("1", "largest variance", "sparsified and quantised", 10, {20, 20}, 10, 0.001),
          check("1", "mean variance", "sparsified", 2, {2, 4}, 3),
          check("1", "mean variance", "sparsified", 10, {8, 8}, 9),
          check("1", "mean variance", "sparsified and quantised", 2, {5, 5}, 6),
          check("3", "any point, widest gap", "sparsified", 2, {0.2, 0.1}, 0.5),
          check("4", "as printed", "sparsified", 2, {0.2, 0.6}, 0.5)};
}

class SamplingTheoremsReportTest : public testing::Test {
 protected:
  SamplingTheoremsReportTest() : run(config) {}

  void put(const Cell& cell) const {
    Record record = run.record(cell, 0);
    Json checks = Json::array();
    for (const TheoremCheck& one : invented()) checks.push_back(TheoremCheck::fields().to_json(one));
    record.json["result"] = {{"rows", 100}, {"unseen", 7}, {"kernel_norm", 60}, {"checks", checks}};
    run.put(record);
  }
  void put_all() const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) put(cell);
  }
  Report report() const { return sampling_theorems_report(run.config(), run.sources()); }

  SyntheticRun run;
};

TEST_F(SamplingTheoremsReportTest, CsvHasALineForEachInequality) {
  put_all();
  const std::string csv = csv_text(report().results);
  EXPECT_THAT(csv, StartsWith("dataset,degree,coef0,method,theorem,quantity,matrix,s,hypothesis,"
                              "hypothesis_met,bound,measured,slack,holds,trials,applying,broken,allowed,"
                              "status,kernel,sigma"));
  EXPECT_THAT(csv, HasSubstr("adult,,,exact,1,largest variance,sparsified,2,entries up to 9,yes,6,4,1.5,not "
                             "refuted,2,2,0,0.1,done,gaussian,2"));
  EXPECT_THAT(csv, HasSubstr("\"any point, widest gap\",sparsified,2,entries up to 9,yes,0.5,0.2,2.5,holds,2,"
                             "2,0,,done"));
  EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 2 * 10);
}

TEST_F(SamplingTheoremsReportTest, SaysWhatHolds) {
  put_all();
  const Report made = report();
  const std::string text = render_markdown(made.document);
  EXPECT_THAT(text, HasSubstr("Of 20 inequalities: 6 hold, 6 are not refuted, 6 fail; the hypothesis of 2 is "
                              "not met."));
  EXPECT_THAT(text, HasSubstr("fails; beyond the bound in 1 of 2"));
  EXPECT_THAT(text, HasSubstr("hypothesis not met"));
  EXPECT_THAT(text, HasSubstr("100 training rows and 7 unseen points"));
  EXPECT_THAT(text, HasSubstr("c = 1.7"));
  ASSERT_THAT(made.document.tables, SizeIs(3));  // all cells, and one for each
  for (const Table& table : made.document.tables)
    for (const auto& row : table.rows) EXPECT_THAT(row, SizeIs(table.columns.size()));
  EXPECT_THAT(made.document.tables[1].rows, SizeIs(10));
  EXPECT_EQ(made.shows, Shows::checks);
}

TEST_F(SamplingTheoremsReportTest, DrawsTheNormAgainstS) {
  put_all();
  const Figure figure = report().figures.at(0);
  ASSERT_THAT(figure.panels, SizeIs(2));
  const std::vector<FigureSeries>& series = figure.panels[0].series;
  ASSERT_THAT(series, SizeIs(7));  // two matrices with two bounds each, and the norm of K
  EXPECT_EQ(series[0].key, "sparsified");
  ASSERT_THAT(series[0].points, SizeIs(2));
  EXPECT_EQ(series[0].points[0].x, 2);
  EXPECT_DOUBLE_EQ(series[0].points[0].y, 3);
  EXPECT_NEAR(series[0].points[0].high.value(), 3 + std::sqrt(2.0), 1e-12);
  EXPECT_THAT(series[0].points[0].records, SizeIs(1));
  EXPECT_EQ(series[1].mark, Mark::theory);
  EXPECT_EQ(series[1].points[1].y, 16);
  EXPECT_EQ(series[2].points[1].y, 9) << "of the mean variance";
  EXPECT_EQ(series[3].key, "sparsified and quantised");
  ASSERT_THAT(series[3].points, SizeIs(3));
  EXPECT_EQ(series[3].points[0].x, 1) << "quantised alone";
  EXPECT_EQ(series[6].mark, Mark::level);
  EXPECT_EQ(series[6].points[0].y, 60);
  EXPECT_TRUE(figure.missing.empty());
}

TEST_F(SamplingTheoremsReportTest, CellsWithoutRecordsAreNamed) {
  const std::vector<Cell> cells = run.cells([](const Cell&) { return true; });
  put(cells.at(0));
  run.put(run.unfinished(cells.at(1), "failed", "out of paper"));
  const Report made = report();
  EXPECT_THAT(csv_text(made.results), HasSubstr("mnist,,,exact,,,,,,,,,,,,,,,failed,gaussian,2"));
  EXPECT_THAT(render_markdown(made.document), HasSubstr("out of paper"));
  EXPECT_FALSE(made.figures.at(0).missing.empty());
}

TEST_F(SamplingTheoremsReportTest, NothingAtAllIsNoError) {
  const Report made = report();
  EXPECT_FALSE(made.has_records);
  EXPECT_FALSE(has_points(made.figures.at(0)));
}

TEST_F(SamplingTheoremsReportTest, AQuickRunSaysSo) {
  run.use_quick_variant();
  put_all();
  EXPECT_THAT(report().document.banners.at(0).text,
              HasSubstr("at most 500 rows, 3 draws and 498 components"));
}

}  // namespace
}  // namespace sketchbench
