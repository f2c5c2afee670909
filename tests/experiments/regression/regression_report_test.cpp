#include "experiments/regression/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "report/synthetic_run.hpp"
#include "support/table_text.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using testing_support::line_in;
using testing_support::text_in;

constexpr const char* config =
    R"({"name": "errors", "title": "Errors", "experiment": "regression", "seeds": 3,
    "learner": {"type": "ridge"},
    "grid": [{"dataset": "cpu", "D": [200, 100]}],
    "kernels": [{"kernel": "polynomial", "degree": 2, "coef0": 1}, {"kernel": "gaussian", "sigma": 2}],
    "methods": [{"method": "exact", "learner": {"type": "libsvm_svr"}}]})";

std::string mapped() {
  std::string text = config;
  const std::string gaussian = R"(, {"kernel": "gaussian", "sigma": 2})";
  text.erase(text.find(gaussian), gaussian.size());
  return text.insert(text.rfind("]}"), R"(, {"method": "tensor_sketch"})");
}

class RegressionReportTest : public testing::Test {
 protected:
  explicit RegressionReportTest(const std::string& text = mapped()) : run(text) {}

  void put(const Cell& cell, double error) const {
    Record record = run.record(cell, 0, 0.25, 0.5);
    record.json["result"] = {{"rmse", 10 * error},
                             {"relative_rmse", error},
                             {"r2", 1 - error * error},
                             {"n_train", 6554},
                             {"n_test", 1638}};
    run.put(record);
  }
  /// Errors of 0.2, 0.3 and 0.4 for the seeds, times 100 / D; the exact kernel's is 0.1.
  void put_all() const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; }))
      put(cell, cell.seed ? (0.1 + 0.1 * static_cast<double>(*cell.seed)) * 100 / static_cast<double>(cell.D)
                          : 0.1);
  }
  Report report() const { return regression_report(run.config(), run.sources()); }

  SyntheticRun run;
};

TEST_F(RegressionReportTest, HasALineForEachResult) {
  put_all();
  EXPECT_THAT(
      csv_text(report().results),
      StartsWith("dataset,degree,coef0,method,D,runs,rmse,rmse_std,relative_rmse,relative_rmse_std,r2,"
                 "r2_std,map_s,train_s,total_s,total_s_std,peak_rss_mb,status,"));
  EXPECT_THAT(csv_text(report().results), HasSubstr("\ncpu,2,1,exact,0,1,1,,0.1,,0.99,,"));
  EXPECT_THAT(csv_text(report().results), HasSubstr("\ncpu,2,1,tensor_sketch,200,3,1.5,0.5,0.15,0.05,"));
  EXPECT_THAT(csv_text(report().results), HasSubstr("\ncpu,2,1,tensor_sketch,100,3,3,1,0.3,0.1,0.9033333,"));
  EXPECT_THAT(csv_text(report().results), HasSubstr(",0.250000,0.500000,0.750000,0.000000,"));
  EXPECT_TRUE(report().has_records);
}

TEST_F(RegressionReportTest, ShowsErrorsInATable) {
  put_all();
  const Document document = report().document;
  ASSERT_THAT(document.tables, SizeIs(1));
  ASSERT_THAT(document.tables[0].rows, SizeIs(3));
  for (const auto& row : document.tables[0].rows) EXPECT_THAT(row, SizeIs(document.tables[0].columns.size()));
  EXPECT_EQ(text_in(document.tables[0], 0, "Learner"), "LIBSVM, epsilon-SVR");
  EXPECT_EQ(text_in(document.tables[0], 1, "Relative RMSE"), "0.150 ± 0.050");
  EXPECT_EQ(text_in(document.tables[0], 1, "RMSE"), "1.50 ± 0.50");
  EXPECT_THAT(document.banners, IsEmpty());
}

TEST_F(RegressionReportTest, SaysWhatIsMissing) {
  const auto cells = run.cells(of_method("tensor_sketch"));
  put(cells[0], 0.5);
  run.put(run.unfinished(cells[3], "failed", "no memory"));
  const Report result = report();
  const Table& table = result.document.tables.at(0);
  EXPECT_EQ(text_in(table, 0, "Relative RMSE"), "missing");
  EXPECT_EQ(line_in(table, 1, "Relative RMSE").right.text, "1 of 3");
  EXPECT_EQ(text_in(table, 2, "Relative RMSE"), "failed");
  for (const auto& row : table.rows) EXPECT_THAT(row, SizeIs(table.columns.size()));
  ASSERT_THAT(result.document.banners, SizeIs(1));
  EXPECT_THAT(result.document.banners[0].text, HasSubstr("0 of 3 results are complete"));
  EXPECT_THAT(csv_text(result.results), HasSubstr("\ncpu,2,1,exact,0,0,,,,,,,,,,,,missing"));
}

std::string without_exact() {
  return replaced(mapped(), R"("D": [200, 100])", R"("D": [200, 100], "without": {"exact": "too large"})");
}

class RegressionWithoutExact : public RegressionReportTest {
 protected:
  RegressionWithoutExact() : RegressionReportTest(without_exact()) {}
};

TEST_F(RegressionWithoutExact, SaysWhatTheConfigurationLeavesOut) {
  put_all();
  const Report made = report();
  EXPECT_THAT(made.document.tables.at(0).rows, SizeIs(2));
  EXPECT_THAT(made.document.banners, IsEmpty()) << "nothing is incomplete";
  const auto section = std::ranges::find(made.document.notes, "Missing", &NoteSection::heading);
  ASSERT_NE(section, made.document.notes.end());
  EXPECT_THAT(section->lines, ElementsAre(AllOf(HasSubstr("Exact kernel left out, too large"))));
  EXPECT_EQ(made.figures.at(0).missing, section->lines) << "who looks at the figure alone reads it there";
}

TEST_F(RegressionReportTest, HasTheTimeOfPredictionBehindTheOtherColumns) {
  put_all();
  EXPECT_THAT(csv_text(report().results), HasSubstr(",predict_s,processor,instruction_set,revision\n"));
  EXPECT_THAT(csv_text(report().results), HasSubstr(",0.200000,Synthetic CPU,,\n"));
}

TEST_F(RegressionReportTest, DrawsErrorsAgainstD) {
  put_all();
  const auto figure = regression_figure(run_rows<RegressionRow>(run.config(), run.sources()));
  ASSERT_TRUE(figure.has_value());
  ASSERT_THAT(figure->panels, SizeIs(1));
  const auto& series = figure->panels[0].series;
  ASSERT_THAT(series, SizeIs(2));
  EXPECT_EQ(series[0].mark, Mark::level);
  EXPECT_DOUBLE_EQ(series[0].points.at(0).y, 0.1);
  ASSERT_THAT(series[1].points, SizeIs(2));
  EXPECT_EQ(series[1].points[0].x, 100) << "ascending, whatever the configuration's order";
  EXPECT_NEAR(series[1].points[0].y, 0.3, 1e-12);
  EXPECT_NEAR(*series[1].points[0].low, 0.2, 1e-12);
  EXPECT_NEAR(*series[1].points[0].high, 0.4, 1e-12);
  EXPECT_THAT(series[1].points[0].records, SizeIs(3));
  EXPECT_THAT(figure->missing, IsEmpty());
  EXPECT_THAT(figure->caption, HasSubstr("A flat line is an exact kernel"));
}

TEST_F(RegressionReportTest, ExplainsNoLineThatIsNotDrawn) {
  for (const Cell& cell : run.cells(of_method("tensor_sketch"))) put(cell, 0.5);
  EXPECT_THAT(report().figures.at(0).caption, Not(HasSubstr("flat line")));
}

std::string with_figure(const std::string& figure) {
  return mapped().insert(1, R"("figure": )" + figure + ", ");
}

class RegressionTimes : public RegressionReportTest {
 protected:
  RegressionTimes() : RegressionReportTest(with_figure(R"({"number": "Figure 7", "shows": "time"})")) {}
};

TEST_F(RegressionTimes, AreDrawnWhenTheConfigurationAsksForThem) {
  put_all();
  const auto figure = regression_figure(run_rows<RegressionRow>(run.config(), run.sources()));
  ASSERT_TRUE(figure.has_value());
  EXPECT_EQ(figure->number, "Figure 7");
  EXPECT_THAT(figure->caption, HasSubstr("CPU time"));
  const Panel& panel = figure->panels.at(0);
  EXPECT_THAT(panel.y.label, testing::AllOf(HasSubstr("CPU time"), HasSubstr("(s)")));
  EXPECT_TRUE(panel.y.logarithmic);
  EXPECT_DOUBLE_EQ(panel.series.at(0).points.at(0).y, 0.5) << "training alone";
  EXPECT_DOUBLE_EQ(panel.series.at(1).points.at(0).y, 0.75) << "features and training";
}

TEST(RegressionFigure, ShowsNoAccuracy) {
  const auto complaint =
      testing_support::message_of<InputError>([] { SyntheticRun(with_figure(R"({"shows": "accuracy"})")); });
  EXPECT_THAT(complaint, HasSubstr("figure.shows"));
  EXPECT_THAT(complaint, HasSubstr("\"error\" or \"time\""));
}

TEST(RegressionFigure, IsDrawnForOneDWhereItIsAskedFor) {
  const auto figure_of = [](std::string text) {
    text.replace(text.find("[200, 100]"), 10, "100");
    const SyntheticRun run(text);
    return regression_figure(run_rows<RegressionRow>(run.config(), run.sources()));
  };
  EXPECT_FALSE(figure_of(mapped()).has_value());
  EXPECT_TRUE(figure_of(with_figure(R"({"shows": "error"})")).has_value());
}

class ExactRegressionReport : public RegressionReportTest {
 protected:
  ExactRegressionReport() : RegressionReportTest(config) {}
};

TEST_F(ExactRegressionReport, HasNoFigureAndNamesEveryKernel) {
  put_all();
  EXPECT_THAT(report().figures, IsEmpty());
  EXPECT_THAT(csv_text(report().results), HasSubstr("\ncpu,,,exact,0,1,1,,0.1,"));
  EXPECT_THAT(csv_text(report().results), HasSubstr("gaussian"));
}

}  // namespace
}  // namespace sketchbench
