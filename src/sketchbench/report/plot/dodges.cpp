#include <sketchbench/report/plot/dodges.hpp>

#include <algorithm>
#include <set>

namespace sketchbench {
namespace {

constexpr double visible_bar = 0.04;  // share of the y axis
constexpr double step = 0.012;        // from one series to the next, share of the x axis
constexpr double share_of_gap = 0.5;  // that all series at one x may take of the way to the next x

bool has_visible_bar(const FigurePoint& point, const AxisScale& y) {
  if (!point.low || !point.high || !y.can_show(*point.low) || !y.can_show(*point.high)) return false;
  return y.share_of(*point.high) - y.share_of(*point.low) > visible_bar;
}

std::set<double> places_of_bars(const FigureSeries& series, const AxisScale& y) {
  std::set<double> places;
  for (const FigurePoint& point : series.points)
    if (has_visible_bar(point, y)) places.insert(point.x);
  return places;
}

/// The smallest way between two places, as a share of the axis.
double smallest_gap(const std::set<double>& places, const AxisScale& x) {
  double gap = 1;
  for (auto next = places.begin(), last = next; next != places.end(); last = next++)
    if (next != last) gap = std::min(gap, x.share_of(*next) - x.share_of(*last));
  return gap;
}

}  // namespace

std::vector<double> dodges(const Panel& panel, const AxisScale& x, const AxisScale& y) {
  std::vector<double> moved(panel.series.size(), 0);
  std::vector<std::set<double>> places(panel.series.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (panel.series[i].mark == Mark::measured) places[i] = places_of_bars(panel.series[i], y);
  const auto share_a_place = [&](std::size_t i, std::size_t j) {
    return i != j && std::ranges::any_of(places[i], [&](double at) { return places[j].contains(at); });
  };
  std::vector<std::size_t> crowded;
  std::set<double> all;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j < places.size(); ++j)
      if (share_a_place(i, j)) {
        crowded.push_back(i);
        for (const FigurePoint& point : panel.series[i].points)
          if (x.can_show(point.x)) all.insert(point.x);
        break;
      }
  const auto count = static_cast<double>(crowded.size());
  const double apart = std::min(step, share_of_gap * smallest_gap(all, x) / std::max(count, 1.0));
  for (std::size_t k = 0; k < crowded.size(); ++k)
    moved[crowded[k]] = apart * (static_cast<double>(k) - (count - 1) / 2);
  return moved;
}

}  // namespace sketchbench
