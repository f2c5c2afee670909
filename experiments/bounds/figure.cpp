#include "experiments/bounds/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/features/count_sketch_bounds.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/results/result_figure.hpp>

namespace sketchbench {
namespace {

const BoundCheck* variance_check(const CheckedCell& cell) {
  return cell.find(cell.degree == 1 ? "3" : "6", "variance");
}

/// A data set has its own look by name; a second set of that name takes another.
std::string key_of(const CheckedCell& cell, std::map<std::string, std::string>& key_by_title,
                   std::set<std::string>& taken) {
  const std::string title = points_title(cell);
  if (const auto known = key_by_title.find(title); known != key_by_title.end()) return known->second;
  std::string key = cell.dataset.name;
  if (!taken.insert(key).second) key = title;
  return key_by_title[title] = key;
}

FigureSeries bound_series() {
  FigureSeries series{
      .key = reference_key, .label = "the bound", .kernel = "", .mark = Mark::level, .points = {}};
  series.points.push_back({.x = 1, .y = 1, .low = {}, .high = {}, .records = {}});
  return series;
}

/// A variance, or a bound, over that of Lemma 6 for x = y with coordinates that are all small: the sum of
/// x_i^4 vanishes beside |x|^4.
template <class Variance>
FigureSeries theory_series(const char* key, const char* label, const std::set<int>& degrees, Index D,
                           Variance variance) {
  FigureSeries series{.key = key, .label = label, .kernel = "", .mark = Mark::theory, .points = {}};
  const PairMoments flat{.inner = 1, .norm_x = 1, .norm_y = 1, .squares = 0};
  for (const int degree : degrees)
    series.points.push_back({.x = static_cast<double>(degree),
                             .y = variance(flat, degree) / lemma6_variance(flat, {.degree = degree}, D),
                             .low = {},
                             .high = {},
                             .records = {}});
  return series;
}

FigureSeries largest_exact_series(const std::set<int>& degrees, Index D) {
  return theory_series(reference_key, "exact, x = y without a dominant coordinate", degrees, D,
                       [D](const PairMoments& pair, int degree) {
                         return tensor_sketch_variance(pair, {.degree = degree}, D);
                       });
}

FigureSeries corrected_series(const std::set<int>& degrees, Index D) {
  return theory_series(
      "corrected bound", "the corrected bound, there", degrees, D,
      [D](const PairMoments& pair, int degree) { return corrected_variance_bound(pair, degree, D); });
}

FigurePoint point_of(const CheckedCell& cell, const Comparison& variance) {
  const auto over_bound = [&](const std::optional<double>& value) {
    return value ? std::optional(*value / variance.bound) : std::nullopt;
  };
  return {.x = static_cast<double>(cell.degree),
          .y = variance.ratio(),
          .low = over_bound(variance.low),
          .high = over_bound(variance.high),
          .records = {cell.done.front().id}};
}

std::string caption_of(const BoundsResults& results) {
  std::set<std::string> seeds;
  for (const CheckedCell& cell : results.cells)
    if (cell.seeds > 0) seeds.insert(with_commas(cell.seeds));
  return fmt::format(
      "Variance of Tensor Sketching's estimates over {} maps, divided by the bound of Lemma 3 (p = 1) or "
      "Lemma 6, for the pair of points of each data set that breaks the bound by most or comes nearest to "
      "it; above 1 the bound fails. Error bars: confidence intervals that hold for all pairs together; "
      "below, valid for any law. Dashed: the exact variance for x = y without a dominant coordinate, and "
      "above it the bound that holds in place of Lemma 6.",
      fmt::join(seeds, " or "));
}

}  // namespace

Figure bounds_figure(const BoundsResults& results) {
  std::vector<Panel> panels;
  std::map<Index, std::vector<FigureSeries>> by_D;
  std::map<Index, std::set<int>> degrees;
  std::map<std::string, std::string> key_by_title;
  std::set<std::string> taken;
  for (const CheckedCell& cell : results.cells) {
    const BoundCheck* check = variance_check(cell);
    if (check == nullptr || !check->decisive) continue;
    std::vector<FigureSeries>& all = by_D[cell.D];
    const std::string title = points_title(cell);
    auto series =
        std::find_if(all.begin(), all.end(), [&](const FigureSeries& s) { return s.label == title; });
    if (series == all.end()) {
      std::string key = key_of(cell, key_by_title, taken);
      const std::optional<Look> look = key == cell.dataset.name ? cell.facts.look : std::nullopt;
      all.push_back({.key = std::move(key), .label = title, .kernel = "", .points = {}, .look = look});
      series = all.end() - 1;
    }
    series->points.push_back(point_of(cell, *check->decisive));
    degrees[cell.D].insert(cell.degree);
  }
  for (auto& [D, all] : by_D) {
    Panel panel;
    panel.title = fmt::format("D = {}", with_commas(D));
    panel.x.label = "degree p";
    panel.y = {.label = "variance / bound", .logarithmic = true, .low = {}, .high = {}};
    for (FigureSeries& series : all) {
      std::ranges::sort(series.points, {}, &FigurePoint::x);
      panel.series.push_back(std::move(series));
    }
    panel.series.push_back(largest_exact_series(degrees.at(D), D));
    panel.series.push_back(corrected_series(degrees.at(D), D));
    panel.series.push_back(bound_series());
    panels.push_back(std::move(panel));
  }
  Figure figure = figure_of(results.config, pointers_to(results.cells), std::move(panels), 2);
  figure.title = "Measured variance and the bounds of Lemmas 3 and 6";
  if (has_points(figure)) figure.caption = caption_of(results);
  return figure;
}

}  // namespace sketchbench
