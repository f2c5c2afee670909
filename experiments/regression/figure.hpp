#pragma once
#include <optional>

#include <sketchbench/report/figure/figure.hpp>
#include "experiments/regression/results.hpp"

namespace sketchbench {

/// Whether a configuration's "figure" asks for the growth of times (growth.hpp), which then has a table as
/// well.
bool shows_growth(const Config& config);

/// Relative RMSE against D, or what a configuration's "figure" asks for, "error", "time" (total CPU time) or
/// "error_by_time":
/// a panel for each data set and kernel that has runs, a line for each method, the exact kernel, which has no
/// D, as a level; or "growth", growth_panels(). Error bars are sample standard deviations over the seeds.
/// None for a configuration that has neither two Ds nor a "figure".
std::optional<Figure> regression_figure(const RegressionResults& results);

}  // namespace sketchbench
