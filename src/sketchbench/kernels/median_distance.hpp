#pragma once
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// Rows among which median_distance() takes its pairs.
inline constexpr Index rows_of_median = 1000;

/// The median heuristic for a shift-invariant kernel's sigma: the median distance of all pairs of rows among
/// rows_of_median (all, where there are fewer), drawn without replacement from a stream of their own, so that
/// it depends on the rows alone. The distance is the kernel's: the sum of absolute differences for Laplacian
/// kernels, Euclidean for others. Equal rows do not count. InputError for fewer than two rows that differ,
/// and for a kernel without a sigma.
double median_distance(const Kernel& kernel, const Rows& x);

}  // namespace sketchbench
