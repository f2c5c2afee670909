#include "experiments/accuracy/results_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/accuracy/report.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Two data sets, two kernels, three Ds; the paper has numbers for Adult at D = 200.
std::string figure_config(const std::string& shows) {
  return R"({"name": "fig", "title": "A figure", "experiment": "accuracy", "seeds": 2,
    "compare_with": "PAPER#table1", "figure": {"number": "Figure 3", "shows": ")" +
         shows + R"("}, "learner": {"type": "liblinear"},
    "grid": [{"dataset": "adult", "D": [400, 100, 200]}, {"dataset": "gisette_sim", "D": [1000, 5000]}],
    "kernels": [{"kernel": "polynomial", "degree": 2}, {"kernel": "polynomial", "degree": 2, "coef0": 1}],
    "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"},
                {"method": "random_maclaurin_published"}]})";
}

/// Finished runs of every cell: accuracy D / 100 + seed, training time D milliseconds.
void finish(const SyntheticRun& run, const std::function<bool(const Cell&)>& wanted) {
  for (const Cell& cell : run.cells(wanted)) {
    const double D = static_cast<double>(cell.D), seed = static_cast<double>(cell.seed.value_or(0));
    Record record = run.record(cell, D / 100 + seed, 0.5, cell.D == 0 ? 100 : D / 1000);
    record.json["data"]["same_as_paper"] = cell.dataset.name == "adult";
    run.put(record);
  }
}

const FigureSeries& series_of(const Panel& panel, const std::string& key) {
  for (const FigureSeries& series : panel.series)
    if (series.key == key) return series;
  throw std::out_of_range("no series " + key);
}

Figure figure_of(const SyntheticRun& run) { return accuracy_figure(summarise(run.config(), run.sources())); }

TEST(AccuracyFigure, ShowsMeansWithDeviationsAgainstAscendingD) {
  const SyntheticRun run(figure_config("accuracy"));
  finish(run, [](const Cell&) { return true; });
  const Figure figure = figure_of(run);
  EXPECT_EQ(figure.number, "Figure 3");
  EXPECT_EQ(figure.columns, 2) << "a column for each data set";
  ASSERT_THAT(figure.panels, SizeIs(4));
  EXPECT_EQ(figure.panels[0].title, "Adult, ⟨x,y⟩²");
  EXPECT_EQ(figure.panels[1].title, "Gisette, simulated, ⟨x,y⟩²");
  EXPECT_EQ(figure.panels[2].title, "Adult, (1+⟨x,y⟩)²");
  const FigureSeries& sketch = series_of(figure.panels[0], "tensor_sketch");
  ASSERT_THAT(sketch.points, SizeIs(3));
  const double half = std::sqrt(0.5);  // the sample standard deviation of two numbers that differ by 1
  for (std::size_t i = 0; i < 3; ++i) {
    const double D = std::vector{100.0, 200.0, 400.0}[i];
    EXPECT_EQ(sketch.points[i].x, D);
    EXPECT_NEAR(sketch.points[i].y, D / 100 + 1.5, 1e-12);
    EXPECT_NEAR(sketch.points[i].low.value(), D / 100 + 1.5 - half, 1e-12);
    EXPECT_NEAR(sketch.points[i].high.value(), D / 100 + 1.5 + half, 1e-12);
    EXPECT_THAT(sketch.points[i].records, SizeIs(2));
  }
  const FigureSeries& exact = series_of(figure.panels[0], "exact");
  EXPECT_EQ(exact.mark, Mark::level);
  EXPECT_THAT(exact.points, SizeIs(1));
  EXPECT_FALSE(exact.points[0].low.has_value()) << "one run has no deviation";
  EXPECT_THAT(figure.missing, IsEmpty());
}

/// Without a "figure".
std::string plain_config(const std::string& grid) {
  return R"({"name": "plain", "experiment": "accuracy", "seeds": 2, "learner": {"type": "liblinear"},
    "grid": [)" +
         grid + R"(], "kernels": [{"kernel": "polynomial", "degree": 2}],
    "methods": [{"method": "exact", "learner": {"type": "libsvm"}}, {"method": "tensor_sketch"}]})";
}

/// What the report draws when all of its runs are done, on as many training rows as they ask for, or 8,000.
std::vector<Figure> figures_of(const std::string& config) {
  const SyntheticRun run(config);
  for (const Cell& cell : run.cells([](const Cell&) { return true; })) {
    Record record = run.record(cell, static_cast<double>(cell.dataset.max_train + cell.D) / 1000);
    record.json["data"]["n_train"] = cell.dataset.max_train > 0 ? cell.dataset.max_train : 8000;
    run.put(record);
  }
  return accuracy_report(run.config(), run.sources()).figures;
}

TEST(AccuracyFigure, IsMadeUnaskedWhereResultsVaryAlongD) {
  const auto figures = figures_of(plain_config(R"({"dataset": "adult", "D": [400, 100]})"));
  ASSERT_THAT(figures, SizeIs(1));
  EXPECT_EQ(figures[0].name, "plain");
  EXPECT_THAT(figures[0].caption, HasSubstr("against the number of random features D"));
  ASSERT_THAT(figures[0].panels, SizeIs(1));
  EXPECT_EQ(figures[0].panels[0].x.label, "number of random features D");
  EXPECT_THAT(series_of(figures[0].panels[0], "tensor_sketch").points, SizeIs(2));
}

TEST(AccuracyFigure, IsMadeUnaskedWhereResultsVaryAlongTheTrainingRows) {
  const auto figures = figures_of(plain_config(
      R"({"dataset": "adult", "max_train": 2000, "D": 100}, {"dataset": "adult", "max_train": 1000, "D": 100},
         {"dataset": "adult", "D": 100})"));
  ASSERT_THAT(figures, SizeIs(1));
  EXPECT_THAT(figures[0].caption, AllOf(HasSubstr("against the number of training rows"),
                                        HasSubstr("The exact kernel is run once"), Not(HasSubstr("flat"))));
  ASSERT_THAT(figures[0].panels, SizeIs(1)) << "one of all sizes";
  EXPECT_EQ(figures[0].panels[0].title, "Adult, ⟨x,y⟩²");
  EXPECT_EQ(figures[0].panels[0].x.label, "number of training rows n");
  for (const char* method : {"exact", "tensor_sketch"}) {
    const FigureSeries& series = series_of(figures[0].panels[0], method);
    EXPECT_EQ(series.mark, Mark::measured) << method;
    ASSERT_THAT(series.points, SizeIs(3)) << method;
    EXPECT_EQ(series.points[0].x, 1000);
    EXPECT_EQ(series.points[1].x, 2000);
    EXPECT_EQ(series.points[2].x, 8000);
    EXPECT_NEAR(series.points[0].y, method == exact_method ? 1 : 1.1, 1e-12);
  }
}

TEST(AccuracyFigure, IsNotMadeOfATableOfLonePoints) {
  EXPECT_THAT(figures_of(plain_config(R"({"dataset": "adult", "D": 200}, {"dataset": "mnist", "D": 500})")),
              IsEmpty())
      << "D varies among data sets, and along no curve";
  EXPECT_THAT(figures_of(plain_config(
                  R"({"dataset": "mnist", "split": "paper", "max_train": 1000, "D": 100},
                     {"dataset": "mnist", "split": "official", "D": 100})")),
              IsEmpty())
      << "two splits are no sizes of one";
}

TEST(AccuracyFigure, PublishedNumbersStandOnlyBesideThePapersOwnData) {
  const SyntheticRun run(figure_config("accuracy"));
  finish(run, [](const Cell&) { return true; });
  const Figure figure = figure_of(run);
  const FigureSeries& paper = series_of(figure.panels[0], "paper:tensor_sketch");
  ASSERT_THAT(paper.points, SizeIs(1));
  EXPECT_EQ(paper.points[0].x, 200);
  EXPECT_EQ(paper.points[0].y, 84.33);
  EXPECT_NEAR(paper.points[0].high.value(), 84.45, 1e-9);
  EXPECT_THAT(paper.points[0].records, IsEmpty()) << "no run of ours is behind it";
  EXPECT_THROW(series_of(figure.panels[1], "paper:tensor_sketch"), std::out_of_range);
  EXPECT_THAT(figure.caption, HasSubstr("Gisette, simulated is not the paper's data"));
}

TEST(AccuracyFigure, ItsCaptionIsOfWhatIsDrawn) {
  const SyntheticRun run(figure_config("accuracy"));
  finish(run, of_method("tensor_sketch"));
  EXPECT_THAT(figure_of(run).caption, Not(HasSubstr("flat line")));
  finish(run, of_method("exact"));
  EXPECT_THAT(figure_of(run).caption, HasSubstr("The flat line is the exact kernel"));
}

TEST(AccuracyFigure, NothingIsNotThePapersWhereNoPaperIsComparedWith) {
  std::string text = figure_config("accuracy");
  const std::string compared = R"("compare_with": "PAPER#table1", )";
  text.erase(text.find(compared), compared.size());
  const SyntheticRun run(text);
  finish(run, [](const Cell&) { return true; });
  const Report report = accuracy_report(run.config(), run.sources());
  EXPECT_THAT(report.figures[0].caption, Not(HasSubstr("paper")));
  for (const Table& table : report.document.tables) EXPECT_THAT(table.remarks, IsEmpty());
  for (const NoteSection& section : report.document.notes)
    for (const std::string& line : section.lines) EXPECT_THAT(line, Not(HasSubstr("paper")));
}

TEST(AccuracyFigure, TimesAreMapAndTrainingOnALogarithmicAxisWithoutThePapers) {
  const SyntheticRun run(figure_config("time"));
  finish(run, [](const Cell&) { return true; });
  const Panel panel = figure_of(run).panels[0];
  EXPECT_TRUE(panel.y.logarithmic);
  EXPECT_THAT(panel.y.label, HasSubstr("(s)"));
  EXPECT_NEAR(series_of(panel, "tensor_sketch").points[2].y, 0.5 + 0.4, 1e-12);
  EXPECT_NEAR(series_of(panel, "exact").points[0].y, 100, 1e-12);
  for (const FigureSeries& series : panel.series) EXPECT_THAT(series.key, Not(HasSubstr("paper:")));
}

TEST(AccuracyFigure, WhatIsNotThereIsLeftOutAndNamedWithItsCommand) {
  const SyntheticRun run(figure_config("accuracy"));
  finish(run, [](const Cell& cell) { return cell.dataset.name == "adult" && cell.D != 400; });
  std::vector<Skip> skips;
  for (const Cell& cell : run.cells([](const Cell& c) { return c.dataset.name == "gisette_sim"; }))
    skips.push_back({cell, "no MNIST here"});
  run.store().put_skips(run.config().name, skips);
  const Figure figure = figure_of(run);
  EXPECT_EQ(figure.columns, 1);
  EXPECT_THAT(figure.panels, SizeIs(2));
  EXPECT_THAT(series_of(figure.panels[0], "tensor_sketch").points, SizeIs(2));
  EXPECT_THAT(figure.missing,
              ElementsAre(AllOf(HasSubstr("Adult: 4 of 14 results"), HasSubstr("sketchbench run "),
                                HasSubstr("config.json --only dataset=adult")),
                          AllOf(HasSubstr("Gisette, simulated: skipped"), HasSubstr("no MNIST here"))));
}

TEST(AccuracyFigure, WithoutRecordsThereIsNothingToDraw) {
  const SyntheticRun run(figure_config("accuracy"));
  const Figure figure = figure_of(run);
  EXPECT_FALSE(has_points(figure));
  EXPECT_THAT(figure.missing, Contains(HasSubstr("sketchbench run")));
}

TEST(AccuracyFigure, IsPartOfTheReportBesideATableOfAllItsNumbers) {
  const SyntheticRun run(figure_config("accuracy"));
  finish(run, [](const Cell&) { return true; });
  const Report report = accuracy_report(run.config(), run.sources());
  ASSERT_THAT(report.figures, SizeIs(1));
  EXPECT_EQ(report.figures[0].name, run.config().name);
  ASSERT_THAT(report.document.tables, SizeIs(1));
  EXPECT_THAT(report.document.tables[0].rows, SizeIs(2 * (1 + 2 * 3) + 2 * (1 + 2 * 2)));
}

}  // namespace
}  // namespace sketchbench
