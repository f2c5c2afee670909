#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

/// A group of runs and where a figure shows it; no point where it has nothing to show.
struct PlottedGroup {
  const RunGroup* group;
  std::optional<FigurePoint> point;
  FigureSeries series;  ///< that the point belongs to, still without points
};

/// A kernel above a panel: "Gaussian, cross-validated σ".
std::string kernel_in_words(const Kernel& kernel);

/// The series of a group's method, still without points; an exact kernel's label names its learner.
FigureSeries series_of(const RunGroup& group);

/// What is above the panel of a group.
using PanelTitle = std::function<std::string(const RunGroup& group)>;

/// A panel for each title, null: data set and kernel, and in it a curve for each series, by ascending x.
/// An exact kernel at x = 0, the D that it has not, is a flat line; its label names its learner.
/// Points without records get those of their group. `like`: axes and what else the panels have in common.
std::vector<Panel> panels_of(const std::vector<PlottedGroup>& groups, const Panel& like,
                             const PanelTitle& title_of = nullptr);

/// (x, mean of the sample), its bar one sample standard deviation to either side where there is one.
FigurePoint point_with_deviation(double x, const Sample& sample);

/// The point as it is drawn for a group of runs: with the group's records where it has none, and, where its
/// vertical axis is logarithmic, without the half of a bar that would reach down to zero.
FigurePoint drawn_point(FigurePoint point, const RunGroup& group, bool logarithmic);

/// The growth that is claimed for a measured series, x^exponent, as a dashed line at its points. A claim has
/// no factor: the line ends where the series does.
FigureSeries claimed_series(const FigureSeries& measured, double exponent);

}  // namespace sketchbench
