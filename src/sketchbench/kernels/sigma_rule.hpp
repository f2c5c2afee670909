#pragma once
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

// Kernels whose sigma a rule is to make of the training rows.

/// Whether the kernel has a sigma that training rows are to give a number.
inline bool has_sigma_rule(const Kernel& kernel) {
  const Sigma* const sigma = kernel.sigma();
  return sigma != nullptr && !sigma->is_number();
}

/// The kernel itself, or, where it has a rule for its sigma, the one with a sigma of 1: for what holds for
/// every sigma alike, such as which maps and learners support the kernel.
inline Kernel with_some_sigma(const Kernel& kernel) {
  return has_sigma_rule(kernel) ? kernel.with_sigma(1) : kernel;
}

/// Rows among which median_distance() takes its pairs.
inline constexpr Index rows_of_median = 1000;

/// The median heuristic for a shift-invariant kernel's sigma: the median distance of all pairs of rows among
/// rows_of_median (all, where there are fewer), drawn without replacement from a stream of their own, so that
/// it depends on the rows alone. The distance is the kernel's: the sum of absolute differences for Laplacian
/// kernels, Euclidean for others. Equal rows do not count. InputError for fewer than two rows that differ,
/// and for a kernel without a sigma.
double median_distance(const Kernel& kernel, const Rows& x);

}  // namespace sketchbench
