#pragma once
#include "report/figure/figure.hpp"
#include "report/statistics.hpp"

namespace sketchbench {

/// (x, mean of the sample), its bar one sample standard deviation to either side where there is one.
FigurePoint point_with_deviation(double x, const Sample& sample);

}  // namespace sketchbench
