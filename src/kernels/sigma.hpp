#pragma once
#include "core/json.hpp"

namespace sketchbench {

/// The bounds of a shift-invariant kernel's sigma: its square must be a number, too.
inline constexpr double smallest_sigma = 1e-30, largest_sigma = 1e30;

/// The key "sigma"; it may be left out where there is another value to take.
double read_sigma(StrictObject& object, const double* otherwise);
/// Throws InputError for one that is out of range.
void check_sigma(double sigma);

}  // namespace sketchbench
