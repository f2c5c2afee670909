#include "experiments/regression/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "report/figure/figure_point.hpp"
#include "report/figure/panels.hpp"
#include "report/missing_runs.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

/// What "figure": {"shows": ...} asks for.
struct Shown {
  bool time;     ///< the time is on the vertical axis
  bool by_time;  ///< the time is on the horizontal axis
  explicit Shown(const Config& config)
      : time(config.figure && config.figure->shows == "time"),
        by_time(config.figure && config.figure->shows == "error_by_time") {}
};

std::optional<FigurePoint> point_of(const RegressionRow& row, const Shown& shown) {
  if (row.runs() == 0) return std::nullopt;
  return point_with_deviation(shown.by_time ? row.total_s.mean : static_cast<double>(row.D),
                              shown.time ? row.total_s : row.relative_rmse);
}

Panel axes(const Shown& shown) {
  const std::string seconds = "CPU time for features and training (s)";
  Panel panel;
  // The exact kernel takes orders of magnitude longer.
  panel.x = {.label = shown.by_time ? seconds : "number of random features D", .logarithmic = shown.by_time};
  panel.y = {.label = shown.time ? seconds : "relative RMSE", .logarithmic = shown.time};
  return panel;
}

std::string caption_of(const RegressionResults& results, const Shown& shown, const Figure& figure) {
  std::string caption = fmt::format(
      "{} against {}. Means over the runs; bars: one sample standard deviation to either side.",
      shown.time ? "CPU time for features and training"
                 : "Relative RMSE |prediction − target| / |target| on the test rows",
      shown.by_time ? "CPU time for features and training, a point for each number of random features"
                    : "the number of random features D");
  if (has_level(figure)) caption += " A flat line is an exact kernel, run once.";
  if (results.config.quick) caption += fmt::format(" QUICK: {}.", quick_limits());
  return caption;
}

}  // namespace

std::optional<Figure> regression_figure(const RegressionResults& results) {
  std::set<Index> counts;
  for (const RegressionRow& row : results.rows)
    if (row.D > 0) counts.insert(row.D);
  if (counts.size() < 2 && !results.config.figure) return std::nullopt;
  const Shown shown(results.config);
  Figure figure;
  figure.name = results.config.name;
  figure.number = results.config.figure ? results.config.figure->number : "";
  figure.title = results.config.title;
  figure.panels =
      panels_of(results.rows, axes(shown), [&](const RegressionRow& row) { return point_of(row, shown); });
  figure.caption = caption_of(results, shown, figure);
  figure.columns = std::clamp(static_cast<int>(figure.panels.size()), 1, 3);
  figure.missing = lines_about_missing_runs(results.config, pointers_to(results.rows));
  return figure;
}

}  // namespace sketchbench
