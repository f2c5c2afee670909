#pragma once
#include <optional>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// A group of runs and where a figure shows it; no point where it has nothing to show.
struct PlottedGroup {
  const RunGroup* group;
  std::optional<FigurePoint> point;
};

/// The series of a group's method, still without points; an exact kernel's label names its learner.
FigureSeries series_of(const RunGroup& group);

/// A panel for each data set and kernel, titled with both, and in it a curve for each method, by ascending x.
/// An exact kernel at x = 0, the D that it has not, is a flat line; its label names its learner.
/// Points without records get those of their group. `like`: axes and what else the panels have in common.
std::vector<Panel> panels_of(const std::vector<PlottedGroup>& groups, const Panel& like);

/// The same for rows that are groups: `point_of` gives a row's point, or none.
template <class Row, class PointOf>
std::vector<Panel> panels_of(const std::vector<Row>& rows, const Panel& like, PointOf&& point_of) {
  std::vector<PlottedGroup> groups;
  for (const Row& row : rows) groups.push_back({&row, point_of(row)});
  return panels_of(groups, like);
}

}  // namespace sketchbench
