#pragma once
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

/// (x, mean of the sample), its bar one sample standard deviation to either side where there is one.
FigurePoint point_with_deviation(double x, const Sample& sample);

/// The point as it is drawn for a group of runs: with the group's records where it has none, and, where its
/// vertical axis is logarithmic, without the half of a bar that would reach down to zero.
FigurePoint drawn_point(FigurePoint point, const RunGroup& group, bool logarithmic);

}  // namespace sketchbench
