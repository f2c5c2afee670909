#include "experiments/accuracy/pareto_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/group_words.hpp>
#include <sketchbench/report/provenance/provenance.hpp>

namespace sketchbench {
namespace {

/// The front as a staircase: the accuracy that a given time buys.
FigureSeries front_series(const SummaryPointers& rows) {
  std::vector<TimeAndAccuracy> points;
  for (const Summary* row : rows) points.push_back({row->total_s.mean, row->accuracy.mean});
  FigureSeries series{.key = reference_key, .label = "Pareto front", .mark = Mark::theory};
  for (const TimeAndAccuracy& point : pareto_front(std::move(points))) {
    if (!series.points.empty()) series.points.push_back({.x = point.seconds, .y = series.points.back().y});
    series.points.push_back({.x = point.seconds, .y = point.accuracy});
  }
  return series;
}

Panel panel_of(const SummaryPointers& rows, const std::string& dataset_title) {
  const std::string kernel = rows.front()->kernel.display();
  Panel panel{.title = fmt::format("{}, {}", dataset_title, kernel),
              .dataset = rows.front()->dataset.name,
              .x = {.label = "total CPU time (s)", .logarithmic = true},
              .y = {.label = "accuracy (%)"}};
  panel.series.push_back(front_series(rows));
  for (const Summary* row : rows) {
    auto series = std::find_if(panel.series.begin(), panel.series.end(),
                               [&](const FigureSeries& known) { return known.key == row->method_label; });
    if (series == panel.series.end())
      series =
          panel.series.insert(panel.series.end(), {.key = row->method_label, .label = method_title(*row)});
    FigurePoint point = point_with_deviation(row->total_s.mean, row->accuracy);
    point.records = record_ids({row});
    series->points.push_back(std::move(point));
  }
  for (FigureSeries& series : panel.series) {
    series.kernel = kernel;
    std::stable_sort(series.points.begin(), series.points.end(),
                     [](const FigurePoint& a, const FigurePoint& b) { return a.x < b.x; });
  }
  return panel;
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
  const auto datasets = datasets_of(rows);
  figure.columns = std::max(static_cast<int>(datasets.size()), 1);
  for (const Kernel& kernel : kernels_of(rows))
    for (const LabelledDataset& dataset : datasets) {
      SummaryPointers here;
      std::copy_if(rows.begin(), rows.end(), std::back_inserter(here), [&](const Summary* row) {
        return row->dataset == dataset.dataset && row->kernel == kernel;
      });
      figure.panels.push_back(here.empty() ? Panel{} : panel_of(here, dataset.title));
    }
  return figure;
}

}  // namespace sketchbench
