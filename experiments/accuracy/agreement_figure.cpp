#include "experiments/accuracy/agreement_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
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
