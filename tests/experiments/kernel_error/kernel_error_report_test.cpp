#include "experiments/kernel_error/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/results/csv.hpp>
#include "experiments/kernel_error/errors.hpp"
#include "report/synthetic_run.hpp"
#include "support/table_text.hpp"

namespace sketchbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr const char* config = R"({"name": "errors", "title": "Errors", "experiment": "kernel_error",
    "parameters": {"maps": 12},
    "grid": [{"dataset": "adult", "D": [2000, 500]}],
    "kernels": [{"kernel": "polynomial", "degree": 3, "coef0": 1}, {"kernel": "polynomial", "degree": 3},
                {"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 2, "coef0": 1}],
    "methods": [{"method": "tensor_sketch"}, {"method": "random_maclaurin_published"}]})";

/// Three times the values, `size` times as large.
std::vector<double> thrice(const std::vector<double>& values, double size) {
  std::vector<double> all;
  for (int i = 0; i < 3; ++i)
    for (const double value : values) all.push_back(size * value);
  return all;
}

/// Errors of 12 maps as they might be, of size sqrt(100 / D); the mean squares are 0.9, 1.0, 1.1 and 1.2 of
/// `truth` of what is predicted, so that their mean is 1.05 of it and their skewness 0.
Json result_of(const Cell& cell, double truth) {
  const double square = 100.0 / static_cast<double>(cell.D), root = std::sqrt(square);
  Json result = {{"rows", 1000},
                 {"maps", 12},
                 {"pairs", 499'493},
                 {"pairs_left_out", 7},
                 {"relative_error", thrice({0.5, 0.6, 0.7, 0.8}, root)},
                 {"mean_square", thrice({0.9, 1.0, 1.1, 1.2}, truth * square)},
                 {"theory", {{"mean_square", square}, {"mean_deviation", 0.8 * root}}}};
  if (cell.method == "tensor_sketch")
    result["bound"] = {
        {"mean_square", 0.81 * square}, {"mean_deviation", 0.7 * root},
        {"pairs_beyond", 249'747},      {"largest_ratio", 2.72},
        {"mean_ratio_beyond", 1.41},    {"mean_square_beyond", thrice({1.3, 1.4, 1.5, 1.6}, 1)}};
  return result;
}

class KernelErrorReportTest : public testing::Test {
 protected:
  KernelErrorReportTest() : run(config) {}

  void put(const Cell& cell, double truth = 1) {
    Record record = run.record(cell, 0);
    record.json["result"] = result_of(cell, truth);
    record.json.erase("learner");
    run.put(record);
  }
  void put_all(double truth = 1) {
    for (const Cell& cell : run.cells([](const Cell&) { return true; })) put(cell, truth);
  }
  Report report() const { return kernel_error_report(run.config(), run.sources()); }

  SyntheticRun run;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::vector<std::string> notes_under(const Document& document, const std::string& heading) {
  for (const NoteSection& section : document.notes)
    if (section.heading == heading) return section.lines;
  return {};
}

TEST_F(KernelErrorReportTest, SummarisesTheMapsOfAPoint) {
  put_all();
  const KernelErrors errors = kernel_errors(run.config(), run.sources());
  ASSERT_THAT(errors.points, SizeIs(16));
  const ErrorPoint& point = errors.points.front();
  EXPECT_EQ(point.D, 2000);
  const double root = std::sqrt(100.0 / 2000);
  EXPECT_NEAR(point.relative_error.mean, 0.65 * root, 1e-12);
  EXPECT_NEAR(point.rms, std::sqrt(1.05) * root, 1e-12);
  ASSERT_TRUE(point.ratio && point.wide_ratio);
  EXPECT_NEAR(point.ratio->mean, 1.05, 1e-12);
  EXPECT_TRUE(point.ratio->holds(1));
  // 16 points share 5 %: each interval is at 1 - 0.05 / 16, Student's below with 11 degrees of freedom.
  const double narrow = point.ratio->mean - point.ratio->low,
               wide = point.wide_ratio->mean - point.wide_ratio->low;
  EXPECT_NEAR(wide / narrow, 3.7654 / 2.2010, 0.002);
  EXPECT_GE(point.ratio->high - point.ratio->mean, narrow - 1e-12) << "squares are skewed";
}

TEST_F(KernelErrorReportTest, TellsAWrongPredictionFromARightOne) {
  put_all();
  EXPECT_EQ(kernel_errors(run.config(), run.sources()).agreement().agreeing, 16);
  EXPECT_EQ(report().document.banners.front().tone, Tone::good);
  put(run.cells(of_method("tensor_sketch")).front(), 3);
  const Agreement agreement = kernel_errors(run.config(), run.sources()).agreement();
  EXPECT_EQ(agreement.tested, 16);
  EXPECT_EQ(agreement.inside, 15);
  EXPECT_EQ(agreement.agreeing, 15);
  const Document document = report().document;
  EXPECT_EQ(document.banners.front().tone, Tone::warning);
  EXPECT_THAT(notes_under(document, "Agreement"),
              Contains(testing::AllOf(HasSubstr("✗ Adult"), HasSubstr("D = 2,000"), HasSubstr("3.15"))));
}

TEST_F(KernelErrorReportTest, TestsNothingOnAHandfulOfMaps) {
  Record record = run.record(run.cells(of_method("tensor_sketch")).front(), 0);
  record.json["result"] = result_of(record.cell, 3);
  record.json["result"]["mean_square"] = {1, 2, 3};
  run.put(record);
  EXPECT_EQ(kernel_errors(run.config(), run.sources()).agreement().tested, 0);
  const Report made = report();
  EXPECT_THAT(notes_under(made.document, "Agreement"), IsEmpty());
  EXPECT_THAT(made.figures.at(1).caption, Not(HasSubstr("agree")));
}

TEST_F(KernelErrorReportTest, DrawsAPanelForEachKernelAndTheTheoryBesideIt) {
  put_all();
  const Figure figure = report().figures.front();
  EXPECT_EQ(figure.name, "errors");
  EXPECT_EQ(figure.columns, 2);
  std::vector<std::string> titles;
  for (const Panel& panel : figure.panels) titles.push_back(panel.title);
  EXPECT_THAT(titles, ElementsAre("⟨x,y⟩²", "⟨x,y⟩³", "(1+⟨x,y⟩)²", "(1+⟨x,y⟩)³"));
  EXPECT_THAT(figure.missing, IsEmpty());

  const Panel& panel = figure.panels.front();
  std::vector<std::pair<std::string, Mark>> series;
  for (const FigureSeries& one : panel.series) series.emplace_back(one.label, one.mark);
  EXPECT_THAT(series, ElementsAre(std::pair("Tensor Sketching", Mark::measured),
                                  std::pair("Tensor Sketching, predicted", Mark::theory),
                                  std::pair("Tensor Sketching, by Lemma 6", Mark::theory),
                                  std::pair("Random Maclaurin, published", Mark::measured),
                                  std::pair("Random Maclaurin, published, predicted", Mark::theory)));
  const FigureSeries& measured = panel.series.front();
  ASSERT_THAT(measured.points, SizeIs(2));
  EXPECT_EQ(measured.points[0].x, 500);  // ascending, whatever the configuration's order
  const double root = std::sqrt(100.0 / 500), deviation = std::sqrt(0.15 / 11) * root;
  EXPECT_NEAR(measured.points[0].y, 0.65 * root, 1e-12);
  EXPECT_NEAR(measured.points[0].low.value(), 0.65 * root - deviation, 1e-12);
  EXPECT_NEAR(measured.points[0].high.value(), 0.65 * root + deviation, 1e-12);
  EXPECT_THAT(measured.points[0].records, SizeIs(1));
  EXPECT_NEAR(panel.series[1].points[0].y, std::sqrt(2 / M_PI) * 0.8 * root, 1e-12);
  EXPECT_NEAR(panel.series[2].points[0].y, std::sqrt(2 / M_PI) * 0.7 * root, 1e-12);

  const Figure rms = report().figures.at(1);
  EXPECT_NEAR(rms.panels[0].series[0].points[0].y, std::sqrt(1.05) * root, 1e-12);
  EXPECT_NEAR(rms.panels[0].series[1].points[0].y, root, 1e-12);
  EXPECT_NEAR(rms.panels[0].series[2].points[0].y, 0.9 * root, 1e-12);
}

TEST_F(KernelErrorReportTest, SaysWhichPairsEachKernelLeavesOut) {
  put_all();
  EXPECT_THAT(notes_under(report().document, "Pairs"),
              Contains("Adult, (1+⟨x,y⟩)³, ⟨x,y⟩³, ⟨x,y⟩², (1+⟨x,y⟩)²: all pairs of 1,000 distinct training "
                       "rows; 499,493 used, 7 with κ = 0 left out."));
}

// What is said of a bound is said by the map that has it, and only where it is shown.
TEST(KernelErrorReportWithoutABound, SpeaksOfNone) {
  const SyntheticRun run(R"({"name": "errors", "experiment": "kernel_error", "parameters": {"maps": 12},
    "figure": {"number": "Figure 9", "shows": "error"}, "grid": [{"dataset": "adult", "D": 500}],
    "kernels": [{"kernel": "polynomial", "degree": 2}], "methods": [{"method": "random_maclaurin_published"}]})");
  for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
    Record record = run.record(cell, 0);
    record.json["result"] = result_of(cell, 1);
    record.json.erase("learner");
    run.put(record);
  }
  const Report made = kernel_error_report(run.config(), run.sources());
  EXPECT_EQ(made.figures.front().number, "Figure 9");
  EXPECT_THAT(made.figures.front().caption, Not(HasSubstr("bound")));
  ASSERT_THAT(made.document.tables, SizeIs(1));
  const Table& table = made.document.tables[0];
  EXPECT_EQ(table.columns.back().heading.front(), "Mean square,");
  EXPECT_ANY_THROW(testing_support::column_called(table, "Root mean sq. by Lemma 6"));
  EXPECT_THAT(table.rows.front(), SizeIs(table.columns.size()));
  EXPECT_THAT(notes_under(made.document, "Lemma 6"), IsEmpty());
}

TEST_F(KernelErrorReportTest, ABoundGoesByTheNameOfItsMap) {
  put_all();
  const Report made = report();
  EXPECT_EQ(made.figures.front().number, "") << "the configuration gives none";
  EXPECT_THAT(made.figures.front().caption, HasSubstr("\"By Lemma 6\""));
  EXPECT_NO_THROW(testing_support::column_called(made.document.tables[0], "Root mean sq. by Lemma 6"));
  EXPECT_EQ(made.document.tables[1].caption,
            "Lemma 6's bound of Tensor Sketching's variance against the exact variance");
  EXPECT_THAT(notes_under(made.document, "Lemma 6"),
              Contains(find_feature_map("tensor_sketch").bound_remark));
  for (const FeatureMapKind& kind : feature_map_kinds())
    EXPECT_EQ(kind.stated_bound != nullptr, !kind.bound_name.empty()) << kind.name;
}

// A mean of 1 with a deviation of 2 cannot be drawn down to -1 on a logarithmic axis.
TEST_F(KernelErrorReportTest, DrawsNoBarBelowZero) {
  Record record = run.record(run.cells(of_method("tensor_sketch")).front(), 0);
  record.json["result"] = result_of(record.cell, 1);
  record.json["result"]["relative_error"] = {0.1, 0.1, 0.1, 4};
  run.put(record);
  const Report made = report();  // a loop over a part of a temporary would outlive it
  for (const Panel& panel : made.figures.front().panels)
    for (const FigureSeries& series : panel.series)
      for (const FigurePoint& point : series.points)
        if (series.mark == Mark::measured) {
          EXPECT_GE(point.low.value_or(point.y), point.y);
          EXPECT_TRUE(point.high);
        }
}

TEST_F(KernelErrorReportTest, SaysWhatIsMissingAndHowToMakeIt) {
  const Report none = report();
  EXPECT_FALSE(none.has_records);
  EXPECT_FALSE(has_points(none.figures.front()));
  EXPECT_THAT(none.figures.front().missing, ElementsAre(HasSubstr("sketchbench run")));
  put(run.cells(of_method("tensor_sketch")).front());
  const Report one = report();
  EXPECT_TRUE(one.has_records);
  EXPECT_TRUE(has_points(one.figures.front()));
  EXPECT_THAT(one.figures.front().missing, ElementsAre(HasSubstr("15 of 16")));
  EXPECT_THAT(one.document.banners, Contains(Field(&Text::text, HasSubstr("1 of 16"))));
}

TEST_F(KernelErrorReportTest, WritesEveryColumnOfEveryLine) {
  put(run.cells(of_method("tensor_sketch")).front());
  put(run.cells(of_method("random_maclaurin_published")).front());
  const std::vector<std::string> lines = lines_of(csv_text(report().results));
  ASSERT_THAT(lines, SizeIs(17));
  EXPECT_EQ(lines.front(),
            "dataset,degree,coef0,method,D,maps,pairs,pairs_left_out,relative_error,relative_error_std,rms_"
            "relative_"
            "error,rms_relative_error_std,mean_predicted,rms_predicted,mean_lemma6,rms_lemma6,ratio,ratio_"
            "low,ratio_"
            "high,agrees,status,kernel,sigma,processor,instruction_set,revision");
  const auto commas = std::ranges::count(lines.front(), ',');
  for (const std::string& line : lines) EXPECT_EQ(std::ranges::count(line, ','), commas) << line;
  EXPECT_THAT(lines[1], testing::StartsWith("adult,3,1,tensor_sketch,2000,12,499493,7,0.145344,"));
  EXPECT_THAT(lines[1], testing::EndsWith(",yes,done,polynomial,,Synthetic CPU,,"));
  EXPECT_EQ(lines[2], "adult,3,1,tensor_sketch,500,,,,,,,,,,,,,,,,missing,polynomial,,,,");
}

TEST_F(KernelErrorReportTest, SaysWhereLemma6DoesNotHold) {
  put_all();
  const Document document = report().document;
  ASSERT_THAT(document.tables, SizeIs(2));
  EXPECT_THAT(document.tables[1].rows, SizeIs(4));  // a kernel each
  EXPECT_THAT(notes_under(document, "Lemma 6"),
              Contains(testing::AllOf(HasSubstr("50.0 %"), HasSubstr("2.72"))));
  for (const Cell& cell : run.cells(of_method("tensor_sketch"))) {
    Record record = run.record(cell, 0);
    record.json["result"] = result_of(cell, 1);
    record.json["result"]["bound"]["pairs_beyond"] = 0;
    record.json["result"]["bound"]["mean_square_beyond"] = Json::array();
    run.put(record);
  }
  EXPECT_THAT(notes_under(report().document, "Lemma 6"), IsEmpty());
}

TEST_F(KernelErrorReportTest, LeavesOutARecordThatLacksWhatItReads) {
  put_all();
  Record record = run.record(run.cells(of_method("tensor_sketch")).front(), 0);
  record.json["result"] = {{"maps", 12}};
  run.put(record);
  const Report made = report();
  EXPECT_THAT(made.left_out, Not(IsEmpty()));
  EXPECT_EQ(made.groups.front()->runs(), 0);
}

}  // namespace
}  // namespace sketchbench
