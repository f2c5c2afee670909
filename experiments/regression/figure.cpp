#include "experiments/regression/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/figure/figure_point.hpp>
#include <sketchbench/report/figure/panels.hpp>
#include <sketchbench/report/missing_runs.hpp>
#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/words.hpp>
#include "experiments/regression/growth.hpp"

namespace sketchbench {

bool shows_growth(const Config& config) { return config.figure && config.figure->shows == "growth"; }

namespace {

/// What "figure": {"shows": ...} asks for.
struct Shown {
  bool time;     ///< the time is on the vertical axis
  bool by_time;  ///< the time is on the horizontal axis
  bool growth;   ///< times against n and against D, in panels of their own
  explicit Shown(const Config& config)
      : time(config.figure && config.figure->shows == "time"),
        by_time(config.figure && config.figure->shows == "error_by_time"),
        growth(shows_growth(config)) {}
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

constexpr const char* bars = "Means over the runs; bars: one sample standard deviation to either side.";

std::string growth_caption() {
  return fmt::format(
      "CPU time against the training rows n, at the largest D, and against the random features D, at the "
      "largest n. A power law is a straight line, its exponent the slope; dashed: the growth that is "
      "claimed, through a curve's last point. {} An exact kernel runs once.",
      bars);
}

std::string error_caption(const Shown& shown, const Figure& figure, bool has_exact_kernel) {
  std::string caption = fmt::format(
      "{} against {}. {}",
      shown.time ? "CPU time for features and training"
                 : "Relative RMSE |prediction − target| / |target| on the test rows",
      shown.by_time ? "CPU time for features and training, a point for each number of random features"
                    : "the number of random features D",
      bars);
  if (shown.by_time && has_exact_kernel)
    caption += " An exact kernel, run once, is one point.";
  else if (has_level(figure))
    caption += " A flat line is an exact kernel, run once.";
  return caption;
}

std::string caption_of(const RegressionResults& results, const Shown& shown, const Figure& figure) {
  const bool has_exact_kernel =
      std::ranges::any_of(results.rows, [](const RegressionRow& row) { return row.method == exact_method; });
  std::string caption = shown.growth ? growth_caption() : error_caption(shown, figure, has_exact_kernel);
  if (shown.growth || shown.time || shown.by_time)
    caption += Provenance(pointers_to(results.rows)).sentences();
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
  figure.panels = shown.growth ? growth_panels(regression_growth(results))
                               : panels_of(results.rows, axes(shown),
                                           [&](const RegressionRow& row) { return point_of(row, shown); });
  figure.caption = caption_of(results, shown, figure);
  figure.columns = std::clamp(static_cast<int>(figure.panels.size()), 1, 3);
  figure.missing = lines_about_missing_runs(results.config, pointers_to(results.rows));
  return figure;
}

}  // namespace sketchbench
