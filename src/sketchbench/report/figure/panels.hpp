#pragma once
#include <functional>
#include <optional>
#include <string>
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

/// What is above the panel of a group.
using PanelTitle = std::function<std::string(const RunGroup& group)>;

/// A panel for each title, null: data set and kernel, and in it a curve for each method, by ascending x.
/// An exact kernel at x = 0, the D that it has not, is a flat line; its label names its learner.
/// Points without records get those of their group. `like`: axes and what else the panels have in common.
std::vector<Panel> panels_of(const std::vector<PlottedGroup>& groups, const Panel& like,
                             const PanelTitle& title_of = nullptr);

}  // namespace sketchbench
