#pragma once
#include <span>
#include <vector>

namespace sketchbench {

/// Ranks from 1, the smallest value first; values that are equal share the mean of their ranks. Equal: within
/// 1e-9 of each other in proportion, for means of the same numbers in another order differ in their last
/// bits. Requires finite values.
std::vector<double> ranks_of(std::span<const double> values);

}  // namespace sketchbench
