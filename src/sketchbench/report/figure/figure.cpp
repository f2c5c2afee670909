#include <sketchbench/report/figure/figure.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {
namespace {

/// Whether a series is of a registered map, with parameters of its own or without.
bool is_of_map(const FigureSeries& series) {
  const std::string name = series.key.substr(0, series.key.find('['));
  return std::ranges::find(feature_map_kinds(), name, &FeatureMapKind::name) != feature_map_kinds().end();
}

}  // namespace

bool has_points(const Panel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(),
                     [](const FigureSeries& series) { return !series.points.empty(); });
}

bool has_points(const Figure& figure) {
  return std::any_of(figure.panels.begin(), figure.panels.end(),
                     [](const Panel& panel) { return has_points(panel); });
}

bool has_level(const Figure& figure) {
  return std::any_of(figure.panels.begin(), figure.panels.end(), [](const Panel& panel) {
    return std::any_of(panel.series.begin(), panel.series.end(), [](const FigureSeries& series) {
      return series.mark == Mark::level && !series.points.empty();
    });
  });
}

std::string alternative_text(const Figure& figure) {
  std::vector<std::string> panels, axes, series;
  const auto add = [](std::vector<std::string>& known, const std::string& text) {
    if (!text.empty() && std::ranges::find(known, text) == known.end()) known.push_back(text);
  };
  for (const Panel& panel : figure.panels) {
    if (!has_points(panel)) continue;
    add(panels, panel.title);
    add(axes, fmt::format("{} against {}", panel.y.label, panel.x.label));
    for (const FigureSeries& one : panel.series)
      if (!one.points.empty()) add(series, one.label);
  }
  std::string text =
      figure.number.empty() ? figure.title : fmt::format("{}: {}", figure.number, figure.title);
  text += fmt::format(". {}.", fmt::join(axes, "; "));
  if (!panels.empty()) text += fmt::format(" Panels: {}.", fmt::join(panels, "; "));
  if (!series.empty()) text += fmt::format(" Curves: {}.", fmt::join(series, "; "));
  return text;
}

void bring_to_front(Figure& figure, const std::vector<std::string>& methods) {
  const auto is_own = [&](const FigureSeries& series) {
    return std::ranges::find(methods, series.key.substr(0, series.key.find('['))) != methods.end();
  };
  const auto is_other = [&](const FigureSeries& series) {
    return series.mark != Mark::level && !is_own(series) && is_of_map(series);
  };
  bool has_own = false;
  for (const Panel& panel : figure.panels) has_own = has_own || std::ranges::any_of(panel.series, is_own);
  if (!has_own) return;
  for (Panel& panel : figure.panels)
    for (FigureSeries& series : panel.series) series.behind = is_other(series);
}

}  // namespace sketchbench
