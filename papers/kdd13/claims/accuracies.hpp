#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::kdd13 {

/// Of "accuracy" configurations, a case for each data set, kernel, D and one of the claim's methods beside
/// one of its others. Accuracies are in per cent of the test rows; intervals are Welch's over independent
/// maps on one split.
///   accuracy_gain                the method's accuracy less the other's, in points
///   accuracy_gain_over_constant  the gain with <x,y>^p less that with (1+<x,y>)^p
///   accuracy_gain_over_degree    the gain less that with the next lower degree
///   nearer_to_exact              how much nearer than the other's the method's accuracy is to the exact
///                                kernel's
///   deviation_ratio              the standard deviation over the maps, over the other's; Fisher's interval
/// Without others, a case for each data set, kernel and method:
///   accuracy                     the accuracy itself
///   accuracy_growth              the accuracy with the most features less that with the fewest
std::vector<NamedMeasure> accuracy_measures();

}  // namespace sketchbench::kdd13
