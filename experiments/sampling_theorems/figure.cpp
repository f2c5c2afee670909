#include "experiments/sampling_theorems/figure.hpp"

#include <algorithm>

#include <sketchbench/report/figure/figure_point.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/results/result_figure.hpp>
#include "experiments/sampling_theorems/error_bounds.hpp"

namespace sketchbench {
namespace {

/// Wigner's semicircle reaches to 2 sigma sqrt(m), half of Theorem 1's bound.
constexpr double semicircle_share = 0.5;

/// Theorem 1's own inequality for the matrices of one curve, by ascending s.
std::vector<const TheoremCheck*> norms_of(const TheoremsCell& cell, Randomisation how) {
  const std::string name = name_of(how), quantised = name_of(Randomisation::quantised);
  std::vector<const TheoremCheck*> checks;
  for (const TheoremCheck& check : cell.theorems->checks) {
    const TheoremStatement& statement = check.statement;
    if (statement.theorem != "1" || statement.quantity != "largest variance" || !statement.s) continue;
    if (statement.matrix == name || (how == Randomisation::sampled_signs && statement.matrix == quantised))
      checks.push_back(&check);
  }
  std::ranges::sort(checks, {}, [](const TheoremCheck* check) { return *check->statement.s; });
  return checks;
}

FigureSeries bound_series(const std::vector<const TheoremCheck*>& checks, Randomisation how, double share,
                          const char* label) {
  FigureSeries series{.key = name_of(how), .label = label, .kernel = "", .mark = Mark::theory, .points = {}};
  for (const TheoremCheck* check : checks)
    series.points.push_back(
        {.x = *check->statement.s, .y = share * check->decisive.bound, .low = {}, .high = {}, .records = {}});
  return series;
}

Panel panel_of(const TheoremsCell& cell) {
  Panel panel;
  panel.title = cell.title();
  panel.dataset = cell.dataset.name;
  panel.x = {.label = "s", .logarithmic = true, .low = {}, .high = {}};
  panel.y = {.label = "‖E‖", .logarithmic = true, .low = {}, .high = {}};
  double smallest = 0;
  for (const Randomisation how : {Randomisation::sparsified, Randomisation::sampled_signs}) {
    const auto checks = norms_of(cell, how);
    if (checks.empty()) continue;
    FigureSeries series{
        .key = name_of(how), .label = name_of(how), .kernel = cell.kernel.display(), .points = {}};
    for (const TheoremCheck* check : checks)
      series.points.push_back(
          drawn_point(point_with_deviation(*check->statement.s, sample_of(check->values)), cell, true));
    smallest = series.points.front().x;
    panel.series.push_back(std::move(series));
    panel.series.push_back(bound_series(checks, how, 1, "4σ√m"));
    panel.series.push_back(bound_series(checks, how, semicircle_share, "2σ√m"));
  }
  panel.series.push_back(
      {.key = reference_key, .label = "‖K‖", .kernel = "", .mark = Mark::level, .points = {}});
  panel.series.back().points.push_back(
      {.x = smallest, .y = cell.theorems->kernel_norm, .low = {}, .high = {}, .records = {}});
  return panel;
}

}  // namespace

Figure theorems_figure(const TheoremsResults& results) {
  std::vector<Panel> panels;
  for (const TheoremsCell& cell : results.cells)
    if (cell.theorems) panels.push_back(panel_of(cell));
  Figure figure = figure_of(results.config, pointers_to(results.cells), std::move(panels), 2);
  figure.title = "The error of randomised Gram matrices and Theorem 1";
  if (has_points(figure))
    figure.caption =
        "The spectral norm of E, the randomised Gram matrix less the Gram matrix, against s: an entry is "
        "kept with probability 1/s. Means over independent matrices, bars: one sample standard deviation to "
        "either side; s = 1 is the matrix that is quantised alone. Dashed: Theorem 1's bound 4σ√m, σ² the "
        "largest variance of an entry, and 2σ√m, which the semicircle law gives where all variances are σ². "
        "Level: the norm of the Gram matrix itself.";
  return figure;
}

}  // namespace sketchbench
