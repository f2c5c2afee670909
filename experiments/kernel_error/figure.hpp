#pragma once
#include <sketchbench/report/figure/figure.hpp>
#include "experiments/kernel_error/errors.hpp"

namespace sketchbench {

/// The mean relative error against D, a panel for each kernel and a curve for each map, dashed what the exact
/// variance (and the bound of it that is stated for the map) stands for where estimates are normal. Named and
/// numbered as the configuration says.
Figure mean_error_figure(const KernelErrors& errors);

/// The same maps by the root mean square of the relative error, whose square has an expectation that the
/// exact variance gives without any assumption: here measurement and theory must meet.
Figure rms_error_figure(const KernelErrors& errors);

}  // namespace sketchbench
