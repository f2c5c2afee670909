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

bool shows_time(const Config& config) { return config.figure && config.figure->shows == "time"; }

std::optional<FigurePoint> point_of(const RegressionRow& row, bool time) {
  if (row.runs() == 0) return std::nullopt;
  return point_with_deviation(static_cast<double>(row.D), time ? row.total_s : row.relative_rmse);
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
  const bool time = shows_time(results.config);
  Panel like;
  like.x.label = "number of random features D";
  like.y.label = time ? "total CPU time (s)" : "relative RMSE";
  like.y.logarithmic = time;  // the exact kernel takes orders of magnitude longer
  Figure figure;
  figure.name = results.config.name;
  figure.number = results.config.figure ? results.config.figure->number : "";
  figure.title = results.config.title;
  figure.caption = caption_of(results);
  figure.panels =
      panels_of(results.rows, like, [&](const RegressionRow& row) { return point_of(row, time); });
  figure.columns = std::clamp(static_cast<int>(figure.panels.size()), 1, 3);
  figure.missing = lines_about_missing_runs(results.config, pointers_to(results.rows));
  return figure;
}

}  // namespace sketchbench
