#include "experiments/regression/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "report/figure_point.hpp"
#include "report/missing_runs.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

/// Rows of one data set and kernel, in the configuration's order.
struct PanelRows {
  std::vector<const RegressionRow*> rows;
  const RegressionRow& any() const { return *rows.front(); }
};

std::vector<PanelRows> panels_of(const RegressionResults& results) {
  std::vector<PanelRows> panels;
  for (const RegressionRow& row : results.rows) {
    if (row.runs() == 0) continue;
    const auto known = std::ranges::find_if(panels, [&](const PanelRows& panel) {
      return panel.any().dataset == row.dataset && panel.any().kernel == row.kernel;
    });
    if (known != panels.end())
      known->rows.push_back(&row);
    else
      panels.push_back({{&row}});
  }
  return panels;
}

bool shows_time(const Config& config) { return config.figure && config.figure->shows == "time"; }

FigurePoint point_of(const RegressionRow& row, double D, bool time) {
  FigurePoint point = point_with_deviation(D, time ? row.total_s : row.relative_rmse);
  for (const Record& record : row.done) point.records.push_back(record.id);
  return point;
}

/// The smallest D of the panel is where an exact kernel's level begins.
double smallest_D(const PanelRows& panel) {
  Index least = 0;
  for (const RegressionRow* row : panel.rows)
    if (row->D > 0 && (least == 0 || row->D < least)) least = row->D;
  return static_cast<double>(least);
}

Panel panel_of(const PanelRows& rows, bool time) {
  Panel panel;
  panel.title = fmt::format("{}, {}", rows.any().dataset_title(), rows.any().kernel.display());
  panel.dataset = rows.any().dataset.name;
  panel.x.label = "number of random features D";
  panel.y.label = time ? "total CPU time (s)" : "relative RMSE";
  panel.y.logarithmic = time;  // the exact kernel takes orders of magnitude longer
  for (const RegressionRow* row : rows.rows) {
    const bool exact = row->method == exact_method;
    auto series = std::ranges::find(panel.series, row->method_label, &FigureSeries::key);
    if (series == panel.series.end()) {
      panel.series.push_back({.key = row->method_label,
                              .label = method_title(row->method_label),
                              .kernel = row->kernel.display()});
      series = std::prev(panel.series.end());
      if (exact) series->label += ", " + learner_title(row->learner);
      if (exact) series->mark = Mark::level;
    }
    series->points.push_back(point_of(*row, exact ? smallest_D(rows) : static_cast<double>(row->D), time));
  }
  for (FigureSeries& series : panel.series) std::ranges::stable_sort(series.points, {}, &FigurePoint::x);
  return panel;
}

std::string caption_of(const RegressionResults& results) {
  std::string caption = shows_time(results.config)
                            ? "CPU time for features and training"
                            : "Relative RMSE |prediction − target| / |target| on the test rows";
  caption +=
      " against the number of random features D. Means over the runs; bars: one sample standard deviation to "
      "either side. A flat line is an exact kernel, run once.";
  if (results.config.quick) caption += fmt::format(" QUICK: {}.", quick_limits());
  return caption;
}

}  // namespace

std::optional<Figure> regression_figure(const RegressionResults& results) {
  std::set<Index> counts;
  for (const RegressionRow& row : results.rows)
    if (row.D > 0) counts.insert(row.D);
  if (counts.size() < 2 && !results.config.figure) return std::nullopt;
  const std::vector<PanelRows> panels = panels_of(results);
  Figure figure;
  figure.name = results.config.name;
  figure.number = results.config.figure ? results.config.figure->number : "";
  figure.title = results.config.title;
  figure.caption = caption_of(results);
  figure.columns = std::clamp(static_cast<int>(panels.size()), 1, 3);
  for (const PanelRows& panel : panels) figure.panels.push_back(panel_of(panel, shows_time(results.config)));
  figure.missing = lines_about_missing_runs(results.config, pointers_to(results.rows));
  return figure;
}

}  // namespace sketchbench
