#include "experiments/construction_time/report.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "experiments/construction_time/timed_cells.hpp"
#include "experiments/construction_time/times.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using timed_cells::any_cell;
using timed_cells::model;
using timed_cells::put_all;
using timed_cells::quartiles;
using timed_cells::timed;
using timed_cells::two_data_sets;

TEST(ConstructionTimes, HaveAPanelForEachDataSetAndACurveForEachMap) {
  SyntheticRun run(two_data_sets);
  put_all(run);
  const ConstructionTimes times = construction_times(run.config(), run.sources());
  ASSERT_THAT(times.panels, SizeIs(2));
  EXPECT_EQ(times.panels[0].title, "Adult, d = 123");
  EXPECT_EQ(times.panels[1].title, "Uniform points (generated), d = D");
  for (const TimePanel& panel : times.panels) {
    EXPECT_THAT(panel.curves, SizeIs(2));
    for (const TimeCurve& curve : panel.curves)
      EXPECT_TRUE(std::ranges::is_sorted(curve.points, {}, &TimedMap::D));
  }
}

TEST(ConstructionTimes, GrowAsTheyWereMade) {
  SyntheticRun run(two_data_sets);
  put_all(run);
  const ConstructionTimes times = construction_times(run.config(), run.sources());
  const auto exponent = [&](std::size_t panel, std::size_t curve) {
    return times.panels.at(panel).curves.at(curve).growth.value().exponent;
  };
  EXPECT_NEAR(exponent(0, 0), 1, 1e-9);
  EXPECT_NEAR(exponent(0, 1), 1, 1e-9);
  EXPECT_NEAR(exponent(1, 0), 1, 1e-9);
  EXPECT_NEAR(exponent(1, 1), 2, 1e-9) << "d = D: Random Maclaurin is quadratic";
  EXPECT_NEAR(times.panels[0].curves[1].claimed_exponent.value(), 1, 1e-9);
  EXPECT_NEAR(times.panels[1].curves[1].claimed_exponent.value(), 2, 1e-9);
}

TEST(ConstructionTimes, TheClaimsAreThePapersFormulas) {
  const auto claimed_operations = [](const char* map) {
    return find_feature_map(map).claimed_operations(
        {.d_in = 100, .kernel = PolynomialKernel{.degree = 4, .coef0 = 1}, .D = 1024});
  };
  EXPECT_DOUBLE_EQ(claimed_operations("tensor_sketch"), 4 * (100 + 1024 * 10.0));
  EXPECT_DOUBLE_EQ(claimed_operations("tensor_sketch_fast"), 4 * (100 + 1024 * 10.0));
  EXPECT_DOUBLE_EQ(claimed_operations("random_maclaurin_published"), 102'400);
  // Between D log D and its slope at either end: 1 + 1 / ln D.
  SyntheticRun run(two_data_sets);
  put_all(run);
  const double sketch =
      construction_times(run.config(), run.sources()).panels[1].curves[0].claimed_exponent.value();
  EXPECT_GT(sketch, 1);
  EXPECT_LT(sketch, 1 + 1 / std::log(500.0));
}

TEST(ConstructionTimeReport, DrawsMediansWithQuartilesAndNamesTheRecords) {
  SyntheticRun run(two_data_sets);
  put_all(run);
  const Report report = construction_time_report(run.config(), run.sources());
  EXPECT_TRUE(report.has_records);
  EXPECT_THAT(report.groups, SizeIs(14));
  ASSERT_THAT(report.figures, SizeIs(1));
  const Figure& figure = report.figures[0];
  EXPECT_EQ(figure.name, "fig2");
  EXPECT_EQ(figure.number, "Figure 2");
  EXPECT_THAT(figure.missing, IsEmpty());
  ASSERT_THAT(figure.panels, SizeIs(2));
  const FigureSeries& series = figure.panels[1].series.at(1);
  EXPECT_EQ(series.key, "random_maclaurin_published");
  ASSERT_THAT(series.points, SizeIs(3));
  const FigurePoint& point = series.points[1];
  EXPECT_DOUBLE_EQ(point.x, 1000);
  EXPECT_DOUBLE_EQ(point.y, 1);
  EXPECT_DOUBLE_EQ(point.low.value(), 0.95);
  EXPECT_DOUBLE_EQ(point.high.value(), 1.1);
  ASSERT_THAT(point.records, SizeIs(1));
  EXPECT_EQ(run.store().find(point.records[0])->cell.D, 1000);
}

TEST(ConstructionTimeReport, AllPanelsShareAnAxisOfTimeThatHoldsEveryBar) {
  SyntheticRun run(two_data_sets);
  put_all(run);
  const Figure figure = construction_time_report(run.config(), run.sources()).figures[0];
  for (const Panel& panel : figure.panels) {
    EXPECT_EQ(panel.y.low, figure.panels[0].y.low);
    EXPECT_EQ(panel.y.high, figure.panels[0].y.high);
    for (const FigureSeries& series : panel.series)
      for (const FigurePoint& point : series.points) {
        EXPECT_LT(panel.y.low.value(), point.low.value());
        EXPECT_GT(panel.y.high.value(), point.high.value());
      }
  }
}

TEST(ConstructionTimeReport, TheCaptionCanBeReadAlone) {
  SyntheticRun run(two_data_sets);
  put_all(run);
  const std::string caption = construction_time_report(run.config(), run.sources()).figures[0].caption;
  EXPECT_THAT(caption, AllOf(HasSubstr("(1+⟨x,y⟩)⁴"), HasSubstr("10,000 rows"), HasSubstr("of 7 repeats"),
                             HasSubstr("p (d + D log₂ D) for Tensor Sketching (TS)"),
                             HasSubstr("d D for Random Maclaurin, published (RM published)")));
  EXPECT_THAT(caption, HasSubstr("RM published D^2.00 ± 0.00 (claimed 2.00)"));
}

/// The values of one column of a table.csv, by its name.
std::vector<std::string> column(const std::string& csv, const std::string& name) {
  const auto fields = [](const std::string& line) {
    std::vector<std::string> result;
    std::istringstream text(line + ",");
    for (std::string field; std::getline(text, field, ',');) result.push_back(field);
    return result;
  };
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  const auto names = fields(line);
  const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  std::vector<std::string> values;
  while (std::getline(lines, line)) values.push_back(fields(line).at(at));
  return values;
}

TEST(ConstructionTimeReport, TheTableHasTheFiguresNumbers) {
  SyntheticRun run(two_data_sets);
  put_all(run);
  const Report report = construction_time_report(run.config(), run.sources());
  EXPECT_THAT(column(csv_text(report.results), "median_s"), SizeIs(14));
  for (const Panel& panel : report.figures[0].panels)
    for (const FigureSeries& series : panel.series)
      for (const FigurePoint& point : series.points) {
        EXPECT_THAT(column(csv_text(report.results), "median_s"), Contains(fmt::format("{:.6f}", point.y)));
        EXPECT_THAT(column(csv_text(report.results), "q1_s"), Contains(fmt::format("{:.6f}", *point.low)));
        EXPECT_THAT(column(csv_text(report.results), "q3_s"), Contains(fmt::format("{:.6f}", *point.high)));
      }
  EXPECT_EQ(column(csv_text(report.results), "build_median_s").front(), "0.005000");
  EXPECT_EQ(column(csv_text(report.results), "n").front(), "10000");
  EXPECT_EQ(column(csv_text(report.results), "repeats").front(), "7");
  // By configuration: adult's four D, then the uniform points' three in the order given, with d = D.
  EXPECT_THAT(column(csv_text(report.results), "d"),
              ElementsAre("123", "123", "123", "123", "123", "123", "123", "123", "2000", "500", "1000",
                          "2000", "500", "1000"));
  EXPECT_THAT(column(csv_text(report.results), "status"), Each(testing::Eq("done")));
}

TEST(ConstructionTimeReport, WithoutRecordsItSaysHowToMakeThem) {
  SyntheticRun run(two_data_sets);
  const Report report = construction_time_report(run.config(), run.sources());
  EXPECT_FALSE(report.has_records);
  const Figure& figure = report.figures[0];
  EXPECT_FALSE(has_points(figure));
  ASSERT_THAT(figure.missing, SizeIs(2));
  EXPECT_THAT(figure.missing[0],
              AllOf(HasSubstr("Adult"), HasSubstr("sketchbench run "), HasSubstr("dataset=adult")));
  EXPECT_THAT(figure.missing[1], AllOf(HasSubstr("Uniform points"), HasSubstr("dataset=uniform")));
  EXPECT_THAT(column(csv_text(report.results), "median_s"), Each(testing::Eq("")));
  EXPECT_THAT(column(csv_text(report.results), "status"), Each(testing::Eq("missing")));
}

TEST(ConstructionTimeReport, DrawsWhatThereIsAndNamesTheRest) {
  SyntheticRun run(two_data_sets);
  for (const Cell& cell : run.cells(any_cell)) {
    if (cell.dataset.name == "uniform") continue;
    if (cell.D == 4000)
      run.put(run.unfinished(cell, "failed", "out of memory"));
    else
      run.put(timed(run, cell, model(cell)));
  }
  const Report report = construction_time_report(run.config(), run.sources());
  const Figure& figure = report.figures[0];
  EXPECT_THAT(figure.panels[0].series[0].points, SizeIs(3));
  EXPECT_THAT(figure.panels, SizeIs(1)) << "of the other data set there is nothing to draw";
  EXPECT_THAT(figure.missing, SizeIs(2));
  EXPECT_THAT(report.document.tables[0].notes,
              Contains(AllOf(HasSubstr("failed"), HasSubstr("out of memory"))));
  EXPECT_THAT(figure.caption, Not(HasSubstr("Uniform")));
}

TEST(ConstructionTimeReport, SaysWhichLengthsAreSlowToTransform) {
  const auto notes = [](const char* D, const char* method) {
    SyntheticRun run(fmt::format(R"({{"name": "lengths", "experiment": "construction_time",
      "grid": [{{"dataset": "adult", "D": {}}}], "kernels": [{{"kernel": "polynomial", "degree": 4, "coef0": 1}}],
      "methods": [{{"method": "{}"}}]}})",
                                 D, method));
    put_all(run);
    return construction_time_report(run.config(), run.sources()).document.notes.at(0).lines;
  };
  EXPECT_THAT(notes("[500, 3500]", "tensor_sketch"),
              Contains(HasSubstr("Every D here is a product of 2, 3, 5 and 7.")));
  EXPECT_THAT(notes("[500, 1009, 1100]", "tensor_sketch"),
              Contains(HasSubstr("Slower lengths: D = 1009, 1100.")));
  // Its transforms are others: 1,100 = 11 * 100 and 1,849 = 43 * 43 are as good as any, 4,700 = 47 * 100 is
  // not.
  EXPECT_THAT(notes("[500, 1100, 1849]", "tensor_sketch_fast"), Each(Not(HasSubstr("Slower lengths"))));
  EXPECT_THAT(notes("[500, 1100, 1849]", "tensor_sketch_fast"),
              Contains(AllOf(HasSubstr("Every D here"), HasSubstr("37, 41 and 43."))));
  EXPECT_THAT(notes("[500, 1100, 4700]", "tensor_sketch_fast"),
              Contains(HasSubstr("Slower lengths: D = 4700.")));
}

TEST(ConstructionTimeReport, SaysOfEachMapWhatItsTimesAreMadeOfAndNothingOfOthers) {
  const auto notes = [](const char* methods) {
    SyntheticRun run(fmt::format(R"({{"name": "costs", "experiment": "construction_time",
      "grid": [{{"dataset": "adult", "D": [500, 1000]}}],
      "kernels": [{{"kernel": "polynomial", "degree": 4, "coef0": 1}}], "methods": [{}]}})",
                                 methods));
    put_all(run);
    std::string text;
    const Report report = construction_time_report(run.config(), run.sources());
    for (const NoteSection& section : report.document.notes)
      if (section.heading == "Times")
        for (const std::string& line : section.lines) text += line + "\n";
    return text + report.figures.front().caption;
  };
  const std::string sketch = notes(R"({"method": "tensor_sketch"})");
  EXPECT_THAT(sketch, AllOf(HasSubstr(find_feature_map("tensor_sketch").cost_remark),
                            Not(HasSubstr("Maclaurin")), Not(HasSubstr("the paper"))));
  const std::string maclaurin =
      notes(R"({"method": "random_maclaurin_published"}, {"method": "random_maclaurin_restricted"})");
  const std::string remark = find_feature_map("random_maclaurin_published").cost_remark;
  EXPECT_THAT(maclaurin, AllOf(HasSubstr(remark), Not(HasSubstr("Tensor Sketching")),
                               Not(HasSubstr("product of 2, 3, 5 and 7"))));
  EXPECT_EQ(maclaurin.find(remark), maclaurin.rfind(remark)) << "both forms say the same, once";
}

TEST(ConstructionTimeReport, ComparesNoTimesOfDifferentProcessors) {
  SyntheticRun run(two_data_sets);
  for (const Cell& cell : run.cells(any_cell)) {
    Record record = timed(run, cell, model(cell));
    // One map's on generated points, and one point of the other's on Adult.
    const bool elsewhere = cell.dataset.d > 0 ? cell.method != "tensor_sketch"
                                              : cell.method == "tensor_sketch" && cell.D == 4000;
    if (elsewhere) record.json["run"]["host"]["cpu"] = "Another CPU";
    run.put(record);
  }
  const ConstructionTimes times = construction_times(run.config(), run.sources());
  EXPECT_FALSE(times.panels[0].curves[0].growth.has_value()) << "of two processors";
  EXPECT_NEAR(times.panels[0].curves[1].growth.value().exponent, 1, 1e-9);
  EXPECT_NEAR(times.panels[1].curves[1].growth.value().exponent, 2, 1e-9) << "of another one, but of one";

  const Report report = construction_time_report(run.config(), run.sources());
  std::map<std::string, int> ratios;
  for (const auto& row : report.document.tables[0].rows)
    ratios[row[0][0].left.text] += row.back()[0].left.text.empty() ? 0 : 1;
  EXPECT_EQ(ratios.at("Adult"), 3) << "but at D = 4,000";
  EXPECT_EQ(ratios.size(), 2u);
  for (const auto& [dataset, count] : ratios) {
    if (dataset != "Adult") {
      EXPECT_EQ(count, 0) << dataset;
    }
  }
  for (const Table& table : report.document.tables)
    EXPECT_THAT(table.notes, Contains(AllOf(HasSubstr("Another CPU"), HasSubstr("Synthetic CPU"))));
  EXPECT_THAT(report.figures[0].caption, HasSubstr("2 processors"));
  const auto section = std::ranges::find(report.document.notes, "Which map is faster", &NoteSection::heading);
  ASSERT_NE(section, report.document.notes.end());
  EXPECT_THAT(section->lines, SizeIs(2)) << "of Adult alone, and the rule";
}

TEST(ConstructionTimeReport, SaysWhenTheProcessorWasShared) {
  const auto banners = [](double wall) {
    SyntheticRun run(two_data_sets);
    for (const Cell& cell : run.cells(any_cell)) {
      Record record = timed(run, cell, model(cell));
      record.json["result"]["total"]["wall_quartiles"] = quartiles(wall * model(cell));
      run.put(record);
    }
    return construction_time_report(run.config(), run.sources()).document.banners;
  };
  EXPECT_THAT(banners(1.05), IsEmpty());
  const std::vector<Text> warned = banners(3);
  ASSERT_THAT(warned, SizeIs(1));
  EXPECT_THAT(warned[0].text, HasSubstr("up to 3.0 times"));
}

TEST(ConstructionTimeReport, MarksAQuickRun) {
  SyntheticRun run(two_data_sets);
  run.use_quick_variant();
  put_all(run);
  const Report report = construction_time_report(run.config(), run.sources());
  EXPECT_EQ(report.figures[0].name, "fig2-quick");
  EXPECT_EQ(report.figures[0].panels.at(1).title, "Uniform points (generated), d = D");
  ASSERT_FALSE(report.document.banners.empty());
  EXPECT_THAT(report.document.banners[0].text, HasSubstr("QUICK"));
  for (const Table& table : report.document.tables) EXPECT_THAT(table.remarks, Contains(HasSubstr("QUICK")));
}

}  // namespace
}  // namespace sketchbench
