#include "papers/overview.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <sketchbench/harness/config/cells.hpp>
#include "experiments/accuracy/figure_parts.hpp"
#include "papers/kdd13/random_maclaurin_gap.hpp"
#include "report/synthetic_run.hpp"

namespace sketchbench {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const Figure& figure_called(const std::vector<Figure>& figures, const std::string& name) {
  for (const Figure& figure : figures)
    if (figure.name == name) return figure;
  throw std::out_of_range("no figure " + name);
}

std::size_t points_of(const Figure& figure, const std::string& key) {
  std::size_t count = 0;
  for (const Panel& panel : figure.panels)
    for (const FigureSeries& series : panel.series)
      if (series.key == key) count += series.points.size();
  return count;
}

TEST(ParetoFront, HoldsWhatNothingBeats) {
  const auto front = pareto_front({{5, 90}, {1, 70}, {2, 60}, {3, 80}, {3, 85}, {9, 90}, {4, 85}});
  ASSERT_THAT(front, SizeIs(3));
  EXPECT_EQ(front[0].seconds, 1);
  EXPECT_EQ(front[1].seconds, 3);
  EXPECT_EQ(front[1].accuracy, 85);
  EXPECT_EQ(front[2].seconds, 5) << "as accurate as 9 seconds, and faster";
  EXPECT_THAT(pareto_front({}), IsEmpty());
}

class Overview : public testing::Test {
 protected:
  Overview() {
    put("exact", {79.3}, 100);
    put("tensor_sketch", {81.8, 81.9, 82.0, 82.1, 82.2}, 2);
    put("random_maclaurin_published", {61, 62, 63, 64, 65}, 1);
    put("random_maclaurin_restricted", {71, 72, 73, 74, 75}, 3);
  }
  void put(const std::string& method, const std::vector<double>& accuracies, double train_s) {
    const auto cells = run.cells(of_method(method));
    for (std::size_t i = 0; i < accuracies.size(); ++i)
      run.put(run.record(cells[i], accuracies[i], 0.5, train_s));
  }
  SyntheticRun run{adult_config()};
};

TEST_F(Overview, ParetoShowsEveryResultOnceHoweverManyConfigurationsShareIt) {
  const auto all = summarise_accuracy({run.config(), run.config()}, run.sources());
  ASSERT_THAT(all, SizeIs(2));
  const auto figures = overview_figures(all);
  const Figure& pareto = figure_called(figures, "pareto");
  ASSERT_THAT(pareto.panels, SizeIs(1));
  for (const char* method :
       {"exact", "tensor_sketch", "random_maclaurin_published", "random_maclaurin_restricted"})
    EXPECT_EQ(points_of(pareto, method), 1u) << method;
  // Published is fastest, Tensor Sketching better and slower; the others are beaten. Two corners, one step.
  EXPECT_EQ(points_of(pareto, "reference"), 3u);
}

TEST_F(Overview, ParetoSaysWhenTimesAreOfSeveralProcessors) {
  const auto caption = [&] {
    const auto figures = overview_figures(summarise_accuracy({run.config()}, run.sources()));
    return figure_called(figures, "pareto").caption;
  };
  EXPECT_EQ(caption().find("processors"), std::string::npos);
  Record elsewhere = run.record(run.cells(of_method("exact")).front(), 79.3, 0.5, 100);
  elsewhere.json["run"]["host"]["cpu"] = "Another CPU";
  run.put(elsewhere);
  EXPECT_THAT(caption(), HasSubstr("Another CPU (exact)"));
}

TEST_F(Overview, TheShareOfTheGapIsTheTablesWithAnErrorToFirstOrder) {
  const auto all = summarise_accuracy({run.config()}, run.sources());
  const auto gaps = kdd13::random_maclaurin_gaps(summary_pointers(all[0]));
  ASSERT_THAT(gaps, SizeIs(1));
  EXPECT_NEAR(gaps[0].of_published(), 19, 1e-9);
  EXPECT_NEAR(gaps[0].of_restricted(), 9, 1e-9);
  EXPECT_NEAR(gaps[0].explained_share(), 10.0 / 19, 1e-9);
  // The derivatives of (R - P) / (S - P), taken numerically.
  const auto share = [](double S, double P, double R) { return (R - P) / (S - P); };
  const double h = 1e-6, S = 82, P = 63, R = 73;
  const double wide = std::sqrt(2.5 / 5), narrow = std::sqrt(0.025 / 5);
  const double expected = std::hypot((share(S + h, P, R) - share(S - h, P, R)) / (2 * h) * narrow,
                                     (share(S, P + h, R) - share(S, P - h, R)) / (2 * h) * wide,
                                     (share(S, P, R + h) - share(S, P, R - h)) / (2 * h) * wide);
  EXPECT_NEAR(gaps[0].share_error().value(), expected, 1e-7);
  const auto figures = overview_figures(all);
  const Figure& figure = figure_called(figures, "sampling_measure");
  const FigurePoint& point = figure.panels.at(0).series.at(0).points.at(0);
  EXPECT_EQ(point.x, 200);
  EXPECT_NEAR(point.y, 1000.0 / 19, 1e-9);
  EXPECT_NEAR(point.high.value() - point.y, 100 * expected, 1e-5);
  EXPECT_THAT(point.records, SizeIs(15));
}

TEST_F(Overview, AgreementHasAPointForEachVerdictAndItsBarsSayTheSame) {
  const auto all = summarise_accuracy({run.config()}, run.sources());
  const auto figures = overview_figures(all);
  const Figure& agreement = figure_called(figures, "agreement");
  ASSERT_THAT(agreement.panels, SizeIs(2));
  std::map<Verdict, int> count;
  for (const Summary& row : all[0].rows) {
    if (row.verdict() == Verdict::none) continue;
    ++count[row.verdict()];
    for (const FigureSeries& series : agreement.panels[1].series) {
      if (series.key != row.method) continue;
      const FigurePoint& point = series.points.at(0);
      const bool within = *point.low >= -equal_points && *point.high <= equal_points;
      EXPECT_EQ(within, row.verdict() == Verdict::equal) << row.method;
      const bool reaches_zero = *point.low <= 0 && *point.high >= 0;
      EXPECT_EQ(reaches_zero, row.verdict() == Verdict::consistent) << row.method;
    }
  }
  EXPECT_EQ(count[Verdict::consistent], 2) << "the restricted form is not in the paper";
  EXPECT_EQ(count[Verdict::differs], 1) << "the published form is 21 points off";
  EXPECT_EQ(points_of(agreement, "tensor_sketch"), 2u) << "one in each panel";
  EXPECT_EQ(points_of(agreement, "random_maclaurin_restricted"), 0u);
}

TEST_F(Overview, WithoutAVerdictAgreementSaysWhatAVerdictTakes) {
  run.use_quick_variant();
  for (const Cell& cell : run.cells(of_method("tensor_sketch"))) run.put(run.record(cell, 82));
  const auto figures = overview_figures(summarise_accuracy({run.config()}, run.sources()));
  const Figure& agreement = figure_called(figures, "agreement");
  EXPECT_FALSE(has_points(agreement));
  EXPECT_THAT(agreement.missing, Contains(HasSubstr("verdict")));
  EXPECT_THAT(figure_called(figures, "pareto").caption, HasSubstr("QUICK"));
}

TEST_F(Overview, OfADataSetInTwoSizesTheLargerIsShown) {
  for (Index DatasetRequest::*limit : {&DatasetRequest::max_train, &DatasetRequest::max_test}) {
    Config small = run.config();
    small.name = "small";
    small.grid[0].dataset.*limit = 100;
    Cell cell = run.cells(of_method("exact")).front();
    cell.dataset.*limit = 100;
    run.put(run.record(cell, 55));
    const auto all = summarise_accuracy({small, run.config()}, run.sources());
    const auto figures = overview_figures(all);
    EXPECT_EQ(points_of(figure_called(figures, "pareto"), "exact"), 1u);
    EXPECT_EQ(figure_called(figures, "pareto").panels.size(), 1u);
  }
}

TEST_F(Overview, OfAMethodWithTwoLearnersTheUsualOneIsShown) {
  Config other = run.config();
  other.name = "other";
  for (MethodEntry& method : other.methods)
    if (method.method == "tensor_sketch") method.learner = method.learner.with("C", 7);
  Cell cell = run.cells(of_method("tensor_sketch")).front();
  cell.learner = cell.learner.with("C", 7);
  run.put(run.record(cell, 55));
  const auto all = summarise_accuracy({other, run.config()}, run.sources());
  const auto figures = overview_figures(all);
  const Figure& pareto = figure_called(figures, "pareto");
  EXPECT_EQ(points_of(pareto, "tensor_sketch"), 1u);
  for (const FigureSeries& series : pareto.panels.at(0).series)
    if (series.key == "tensor_sketch") {
      EXPECT_NEAR(series.points.at(0).y, 82, 1e-9);
    }
}

TEST_F(Overview, AConfigurationThatComparesLearnersAddsNoMethods) {
  Config other = run.config();
  other.name = "learners";
  MethodEntry method = *std::ranges::find(other.methods, "tensor_sketch", &MethodEntry::method);
  other.methods.clear();
  for (const double C : {7, 8}) {
    method.learner = method.learner.with("C", C);
    other.methods.push_back(method);
    Cell cell = run.cells(of_method("tensor_sketch")).front();
    cell.learner = cell.learner.with("C", C);
    run.put(run.record(cell, 55));
  }
  const auto figures = overview_figures(summarise_accuracy({other, run.config()}, run.sources()));
  for (const FigureSeries& series : figure_called(figures, "pareto").panels.at(0).series)
    EXPECT_FALSE(series.key.starts_with("tensor_sketch[")) << series.key;
}

TEST_F(Overview, AFastFormWithALearnerOfItsOwnIsNotComparedWithOtherMaps) {
  const SyntheticRun fast(
      R"({"name": "fast", "experiment": "accuracy", "seeds": 5, "compare_with": "PAPER#table1",
    "learner": {"type": "dense_tron"}, "grid": [{"dataset": "adult", "D": 200}],
    "kernels": [{"kernel": "polynomial", "degree": 4, "coef0": 1}],
    "methods": [{"method": "tensor_sketch_fast"}]})");
  for (const Cell& cell : fast.cells(of_method("tensor_sketch_fast")))
    run.put(run.record(cell, 82, 0.01, 0.02));
  const auto figures = overview_figures(summarise_accuracy({run.config(), fast.config()}, run.sources()));
  EXPECT_EQ(points_of(figure_called(figures, "pareto"), "tensor_sketch_fast"), 0u);
  EXPECT_EQ(points_of(figure_called(figures, "agreement"), "tensor_sketch_fast"), 0u);
}

TEST_F(Overview, ResultsOfOtherSplitsAreNoResultsOfTheirOwn) {
  Config splits = run.config();
  splits.name = "splits";
  for (MethodEntry& method : splits.methods)
    if (method.method == "exact") method.learner = method.learner.with("C", 7);
  splits.grid[0].dataset.split_seed = 2;
  for (const Cell& cell : expand(splits)) {
    Record record = run.record(cell, 99);
    run.put(record);
  }
  const auto figures = overview_figures(summarise_accuracy({splits, run.config()}, run.sources()));
  const Figure& pareto = figure_called(figures, "pareto");
  ASSERT_THAT(pareto.panels, SizeIs(1));
  for (const char* method : {"exact", "tensor_sketch"}) EXPECT_EQ(points_of(pareto, method), 1u) << method;
}

TEST(OverviewWithoutRecords, NamesTheCommand) {
  const SyntheticRun run(adult_config());
  for (const Figure& figure : overview_figures(summarise_accuracy({run.config()}, run.sources()))) {
    EXPECT_FALSE(has_points(figure)) << figure.name;
    EXPECT_THAT(figure.missing, Contains(HasSubstr("sketchbench run")));
  }
}

}  // namespace
}  // namespace sketchbench
