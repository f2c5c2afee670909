#include <sketchbench/report/figure/figure.hpp>

#include <algorithm>

namespace sketchbench {

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

}  // namespace sketchbench
