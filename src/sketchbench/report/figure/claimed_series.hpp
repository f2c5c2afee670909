#pragma once
#include <sketchbench/report/figure/figure.hpp>

namespace sketchbench {

/// The growth that is claimed for a measured series, x^exponent, as a dashed line at its points. A claim has
/// no factor: the line ends where the series does.
FigureSeries claimed_series(const FigureSeries& measured, double exponent);

}  // namespace sketchbench
