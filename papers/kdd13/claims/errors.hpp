#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::kdd13 {

/// Of "kernel_error" configurations, a case for each data set, kernel, D and one of the claim's methods. The
/// error is the mean over the pairs of |<f(x), f(y)> - kappa| / |kappa|, as in Figure 1, and its mean over
/// independent maps on one sample of rows; Welch's intervals are of the logarithms of these means.
///   relative_error               the error
///   error_ratio                  over that of one of the claim's others
///   error_ratio_over_constant    that ratio with <x,y>^p over that with (1+<x,y>)^p
///   error_over_constant          the error with <x,y>^p over that with (1+<x,y>)^p
///   error_over_degree            the error over that with the next lower degree
std::vector<NamedMeasure> error_measures();

}  // namespace sketchbench::kdd13
