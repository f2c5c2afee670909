#include "experiments/gram_error/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "report/synthetic_run.hpp"
#include "support/table_text.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using testing_support::text_in;

constexpr const char* config =
    R"({"name": "gram", "title": "Gram matrices", "experiment": "gram_error", "FIGURE"
    "parameters": {"rows": 100, "maps": 3},
    "grid": [{"dataset": "cpu", "D": [200, 100]}],
    "kernels": [{"kernel": "gaussian", "sigma": "median"}],
    "methods": [{"method": "rks"}, {"method": "fastfood"}]})";

std::string changed(const std::string& figure, const std::string& counts) {
  const std::string text = replaced(config, "\"FIGURE\"", figure);
  return replaced(text, "[200, 100]", counts);
}

class GramErrorReportTest : public testing::Test {
 protected:
  explicit GramErrorReportTest(const std::string& figure = "", const std::string& counts = "[200, 100]")
      : run(changed(figure, counts)) {}

  /// Errors of 1 / D, 2 / D and 3 / D, times of D / 1000.
  void put_all(bool with_optimum = false) const {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
      Record record = run.record(cell, 0, 0.25, 0.5);
      const auto D = static_cast<double>(cell.D);
      record.json["result"] = {{"rows", 100},
                               {"maps", 3},
                               {"kernel_norm", 50},
                               {"relative_error", {1 / D, 2 / D, 3 / D}},
                               {"map_seconds", {D / 800, D / 800, D / 800}},
                               {"residual", 1e-3},
                               {"sigma", 1.5}};
      if (with_optimum) {
        record.json["result"]["optimum"] = 0.5;
        const double sign = cell.method == "rks" ? 1 : -1;
        record.json["result"]["gap"] = {-0.01 * sign, 0.02 * sign, 0.05 * sign};
      }
      run.put(record);
    }
  }
  Report report() const { return gram_error_experiment().report(run.config(), run.sources()); }

  SyntheticRun run;
};

class GramErrorByTimeTest : public GramErrorReportTest {
 protected:
  GramErrorByTimeTest()
      : GramErrorReportTest(R"("figure": {"shows": "error_by_time", "number": "Figure 9"},)") {}
};

TEST_F(GramErrorReportTest, HasALineForEachMapAndD) {
  put_all();
  EXPECT_THAT(
      csv_text(report().results),
      StartsWith("dataset,degree,coef0,method,D,maps,rows,relative_error,relative_error_std,"
                 "kernel_norm,map_s,map_s_std,chosen_sigma,status,kernel,sigma,optimum,gap,gap_std,"
                 "processor,instruction_set,revision\n"
                 "cpu,,,rks,200,3,100,0.01,0.005,50,0.25,0,1.5,done,gaussian,median,,,,Synthetic CPU,,\n"));
  EXPECT_TRUE(report().has_records);
}

TEST_F(GramErrorReportTest, ShowsTheOptimumWhereRecordsHaveIt) {
  put_all(true);
  const Report made = report();
  EXPECT_THAT(csv_text(made.results), HasSubstr(",done,gaussian,median,0.5,0.02,0.03,Synthetic CPU,,\n"));
  const Table& table = made.document.tables.at(0);
  ASSERT_THAT(table.columns, SizeIs(11));
  for (const auto& row : table.rows) ASSERT_THAT(row, SizeIs(11));
  EXPECT_EQ(text_in(table, 0, "Optimum"), "0.5");
  EXPECT_THAT(text_in(table, 0, "Gap"), StartsWith("0.0200 "));
  EXPECT_THAT(text_in(table, 2, "Gap"), StartsWith("-0.0200 ")) << "features may end below the kernel";
}

TEST_F(GramErrorReportTest, HasNoColumnsForAnOptimumThatWasNotAskedFor) {
  put_all();
  const Table table = report().document.tables.at(0);
  EXPECT_THAT(table.columns, SizeIs(9));
  for (const auto& row : table.rows) EXPECT_THAT(row, SizeIs(9));
}

TEST_F(GramErrorReportTest, AQuickRunSaysSoEverywhere) {
  run.use_quick_variant();
  put_all();
  const Report made = report();
  EXPECT_THAT(made.document.banners.at(0).text, HasSubstr("at most 1,000 rows and 3 maps"));
  ASSERT_THAT(made.figures, SizeIs(1));
  EXPECT_THAT(made.figures[0].caption, HasSubstr("QUICK: at most 1,000 rows and 3 maps."));
}

TEST_F(GramErrorReportTest, DrawsTheErrorAgainstD) {
  put_all();
  const Report made = report();
  ASSERT_THAT(made.figures, SizeIs(1));
  ASSERT_THAT(made.figures[0].panels, SizeIs(1));
  const Panel& panel = made.figures[0].panels[0];
  ASSERT_THAT(panel.series, SizeIs(2));
  EXPECT_EQ(panel.series[0].key, "rks");
  ASSERT_THAT(panel.series[0].points, SizeIs(2));
  EXPECT_EQ(panel.series[0].points[0].x, 100);
  EXPECT_DOUBLE_EQ(panel.series[0].points[0].y, 0.02);
  EXPECT_DOUBLE_EQ(*panel.series[0].points[0].high, 0.03);
  EXPECT_THAT(panel.series[0].points[0].records, SizeIs(1));
  EXPECT_FALSE(panel.x.logarithmic);
}

class GramErrorOfManyDTest : public GramErrorReportTest {
 protected:
  GramErrorOfManyDTest() : GramErrorReportTest("", "[100, 2100]") {}
};

TEST_F(GramErrorOfManyDTest, HasALogarithmicAxis) {
  put_all();
  EXPECT_TRUE(report().figures.at(0).panels.at(0).x.logarithmic) << "the largest is 21 times the smallest";
}

TEST_F(GramErrorByTimeTest, DrawsTheErrorAgainstTheTime) {
  put_all();
  const Report made = report();
  ASSERT_THAT(made.figures, SizeIs(1));
  EXPECT_EQ(made.figures[0].number, "Figure 9");
  EXPECT_DOUBLE_EQ(made.figures[0].panels.at(0).series.at(0).points.at(0).x, 0.125);
  EXPECT_THAT(made.figures[0].panels.at(0).x.label, HasSubstr("time"));
}

TEST_F(GramErrorReportTest, HasNoExponentOfTwoD) {
  put_all();
  EXPECT_THAT(report().document.tables, SizeIs(1));
}

class GramErrorExponentTest : public GramErrorReportTest {
 protected:
  GramErrorExponentTest() : GramErrorReportTest("", "[400, 100, 200]") {}
};

TEST_F(GramErrorExponentTest, IsFittedForEachMap) {
  put_all();
  const Document document = report().document;
  ASSERT_THAT(document.tables, SizeIs(2));
  const Table& table = document.tables[1];
  EXPECT_EQ(table.caption, "Error against D: exponent");
  ASSERT_THAT(table.rows, SizeIs(2));
  for (const auto& row : table.rows) {
    ASSERT_THAT(row, SizeIs(table.columns.size()));
    EXPECT_EQ(row[3][0].left.text, "100 – 400");
    EXPECT_EQ(row[4][0].left.text, "3");
    EXPECT_EQ(row[5][0].left.text, "−1.00 ± 0.00") << "errors are made as 1 / D";
    EXPECT_THAT(row[5][0].results, SizeIs(3));
  }
  EXPECT_EQ(table.rows[0][2][0].left.text, "RKS");
  EXPECT_EQ(table.rows[1][2][0].left.text, "Fastfood");
}

TEST_F(GramErrorReportTest, SaysWhatIsMissing) {
  const Report made = report();
  EXPECT_FALSE(made.has_records);
  EXPECT_THAT(csv_text(made.results), HasSubstr("cpu,,,rks,200,,,,,,,,,missing,gaussian,median,,,,,,\n"));
  ASSERT_THAT(made.figures, SizeIs(1));
  EXPECT_THAT(made.figures[0].panels, IsEmpty());
}

}  // namespace
}  // namespace sketchbench
