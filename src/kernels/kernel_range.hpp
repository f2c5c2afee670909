#pragma once
#include "data/rows.hpp"
#include "kernels/kernel.hpp"

namespace sketchbench {

/// Throws InputError when a kernel value of two of these rows can be beyond single precision, in which kernel
/// machines keep their kernel matrices; by Cauchy and Schwarz none is larger than that of the longest row
/// with itself:
///     "(1e+30 + <x, y>)^4 of training row 17 with itself is 1e+120, which is beyond single precision: scale
///     the data, or lower the degree or coef0"
void require_kernel_range(const Rows& x, const Kernel& kernel);

}  // namespace sketchbench
