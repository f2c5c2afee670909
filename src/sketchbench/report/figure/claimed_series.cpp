#include <sketchbench/report/figure/claimed_series.hpp>

#include <cmath>

namespace sketchbench {

FigureSeries claimed_series(const FigureSeries& measured, double exponent) {
  FigureSeries claimed{
      .key = measured.key, .label = "claimed", .kernel = measured.kernel, .mark = Mark::theory, .points = {}};
  if (measured.points.empty()) return claimed;
  const FigurePoint& last = measured.points.back();
  for (const FigurePoint& point : measured.points)
    claimed.points.push_back({.x = point.x,
                              .y = last.y * std::pow(point.x / last.x, exponent),
                              .low = {},
                              .high = {},
                              .records = {}});
  return claimed;
}

}  // namespace sketchbench
