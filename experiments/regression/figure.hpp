#pragma once
#include <optional>

#include "report/figure.hpp"
#include "experiments/regression/results.hpp"

namespace sketchbench {

/// Relative RMSE against D: a panel for each data set and kernel that has runs, a line for each method, the
/// exact kernel, which has no D, as a level. Error bars are sample standard deviations over the seeds. None
/// for a configuration without two Ds.
std::optional<Figure> regression_figure(const RegressionResults& results);

}  // namespace sketchbench
