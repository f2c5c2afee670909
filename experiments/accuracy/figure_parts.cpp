#include "experiments/accuracy/figure_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {

SummaryPointers summary_pointers(const Results& results) {
  SummaryPointers rows;
  for (const Summary& row : results.rows) rows.push_back(&row);
  return rows;
}

std::vector<std::string> record_ids(const SummaryPointers& rows) {
  std::vector<std::string> ids;
  for (const Summary* row : rows)
    for (const Record& record : row->done) ids.push_back(record.id);
  return ids;
}

std::vector<LabelledDataset> datasets_of(const SummaryPointers& rows) {
  std::vector<LabelledDataset> datasets;
  for (const Summary* row : rows)
    if (std::none_of(datasets.begin(), datasets.end(),
                     [&](const LabelledDataset& known) { return known.dataset == row->dataset; }))
      datasets.push_back({row->dataset, row->dataset_title()});
  return datasets;
}

std::vector<Kernel> kernels_of(const SummaryPointers& rows) {
  std::vector<Kernel> kernels;
  for (const Summary* row : rows)
    if (std::ranges::find(kernels, row->kernel) == kernels.end()) kernels.push_back(row->kernel);
  std::ranges::sort(kernels);
  return kernels;
}

namespace {

/// The front of a panel's points as a staircase: the accuracy that a given time buys.
FigureSeries front_series(const Panel& panel) {
  std::vector<TimeAndAccuracy> points;
  for (const FigureSeries& series : panel.series)
    for (const FigurePoint& point : series.points) points.push_back({point.x, point.y});
  FigureSeries front{.key = reference_key,
                     .label = "Pareto front",
                     .kernel = panel.series.front().kernel,
                     .mark = Mark::theory};
  for (const TimeAndAccuracy& point : pareto_front(std::move(points))) {
    if (!front.points.empty()) front.points.push_back({.x = point.seconds, .y = front.points.back().y});
    front.points.push_back({.x = point.seconds, .y = point.accuracy});
  }
  return front;
}

}  // namespace

std::vector<TimeAndAccuracy> pareto_front(std::vector<TimeAndAccuracy> points) {
  std::sort(points.begin(), points.end(), [](const TimeAndAccuracy& a, const TimeAndAccuracy& b) {
    return a.seconds != b.seconds ? a.seconds < b.seconds : a.accuracy > b.accuracy;
  });
  std::vector<TimeAndAccuracy> front;
  for (const TimeAndAccuracy& point : points)
    if (front.empty() || point.accuracy > front.back().accuracy) front.push_back(point);
  return front;
}

Figure pareto_figure(const SummaryPointers& rows) {
  Figure figure{.name = "pareto",
                .title = "What accuracy a given training time buys",
                .caption =
                    "Accuracy on the test set against the CPU time for making the features of the "
                    "training rows and training on them, for every method and every number of random "
                    "features D that was run; points of one method are joined by ascending time. Means "
                    "over the runs; bars: one sample standard deviation to either side. Dashed: the "
                    "best mean accuracy within a given time, the Pareto front."};
  figure.caption += Provenance(pointers_to(rows)).sentences();
  std::vector<PlottedGroup> points;
  for (const Summary* row : rows)
    points.push_back(
        {row,
         point_with_deviation(row->total_s.mean, row->accuracy),
         {.key = row->method_label, .label = method_title(*row), .kernel = row->kernel.display()}});
  std::vector<Panel> panels = panels_of(
      points, {.x = {.label = "total CPU time (s)", .logarithmic = true}, .y = {.label = "accuracy (%)"}});
  for (Panel& panel : panels) panel.series.insert(panel.series.begin(), front_series(panel));
  const auto datasets = datasets_of(rows);
  figure.columns = std::max(static_cast<int>(datasets.size()), 1);
  for (const Kernel& kernel : kernels_of(rows))
    for (const LabelledDataset& dataset : datasets) {
      const auto found =
          std::ranges::find(panels, fmt::format("{}, {}", dataset.title, kernel.display()), &Panel::title);
      figure.panels.push_back(found == panels.end() ? Panel{} : *found);
    }
  return figure;
}

namespace {

/// A series of one point: cells of a table are not joined by a line.
FigureSeries lone_point(const Summary& row, FigurePoint point) {
  point.records = record_ids({&row});
  return {.key = row.method,
          .label = method_title(row.method),
          .kernel = row.kernel.display(),
          .points = {std::move(point)}};
}

FigurePoint difference_point(const Summary& row) {
  const MeanInterval& interval = row.test->family_interval;
  return {.x = row.paper->accuracy.mean, .y = *row.delta(), .low = interval.low, .high = interval.high};
}

FigureSeries level(std::string label, double y) {
  return {.key = reference_key,
          .label = std::move(label),
          .kernel = {},
          .mark = Mark::level,
          .points = {{.x = 100, .y = y}}};
}

}  // namespace

Figure agreement_figure(const SummaryPointers& rows) {
  SummaryPointers judged;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(judged),
               [](const Summary* row) { return row->verdict() != Verdict::none; });
  Figure figure{
      .name = "agreement", .title = "Our accuracies against the paper's", .caption = {}, .columns = 2};
  if (judged.empty()) {
    figure.missing = {"No result has a verdict: that takes all of its runs, on all of the paper's own data."};
    return figure;
  }

  std::vector<std::string> counts;
  for (const Verdict verdict : all_verdicts())
    counts.push_back(fmt::format(
        "{} {}", std::ranges::count_if(judged, [&](const Summary* row) { return row->verdict() == verdict; }),
        words_of(verdict)));
  figure.caption = fmt::format(
      "A point for each accuracy in the paper's tables that all of our runs are done for, {} of them: {}. "
      "Left: ours against the paper's, bars one sample standard deviation to either side. Right: ours minus "
      "the paper's; bars are the intervals at the confidence of the family, the comparisons of a table. A "
      "number is equal where its bar lies between the lines at ±{:g} points, and consistent where Holm's "
      "test does not tell it from 0.",
      judged.size(), fmt::join(counts, ", "), equal_points);

  const std::string x_label = "accuracy in the paper (%)";
  Panel ours{.title = {}, .dataset = {}, .x = {.label = x_label}, .y = {.label = "accuracy here (%)"}};
  Panel difference{
      .title = {}, .dataset = {}, .x = {.label = x_label}, .y = {.label = "difference (percentage points)"}};
  double low = 100, high = 0;
  for (const Summary* row : judged) {
    low = std::min(low, row->paper->accuracy.mean);
    high = std::max(high, row->paper->accuracy.mean);
    ours.series.push_back(lone_point(*row, point_with_deviation(row->paper->accuracy.mean, row->accuracy)));
    difference.series.push_back(lone_point(*row, difference_point(*row)));
  }
  ours.series.push_back({.key = reference_key,
                         .label = "equal",
                         .kernel = {},
                         .mark = Mark::theory,
                         .points = {{.x = low, .y = low}, {.x = high, .y = high}}});
  difference.series.push_back(level("", 0));
  for (const double y : {equal_points, -equal_points})
    difference.series.push_back(level(fmt::format("±{:g} points", equal_points), y));
  figure.panels = {std::move(ours), std::move(difference)};
  return figure;
}

}  // namespace sketchbench
