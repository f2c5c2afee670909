#pragma once
#include <vector>

#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/plot/axis_scale.hpp>

namespace sketchbench {

/// How far each series of a panel is moved to the right, as a share of the x axis, so that error bars at the
/// same x stand side by side. 0 for series whose bars are no longer than their symbols or alone at their x.
std::vector<double> dodges(const Panel& panel, const AxisScale& x, const AxisScale& y);

}  // namespace sketchbench
