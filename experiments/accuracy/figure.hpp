#pragma once
#include <sketchbench/report/figure/figure.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// Figures 3 and 4, or what else an accuracy configuration with a "figure" asks for: accuracy or total
/// training time against D, a column for each data set that has runs and a row for each kernel. An exact
/// kernel, which has no D, is a level. Error bars are sample standard deviations over the seeds. Beside
/// accuracies stand the published ones, hollow; published times are of another machine and do not.
Figure accuracy_figure(const Results& results);

}  // namespace sketchbench
