#pragma once
#include <limits>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// Throws InputError when a kernel value of two of these rows can be beyond single precision, in which kernel
/// machines keep their kernel matrices; by Cauchy and Schwarz none is larger than the largest of a row with
/// itself:
///     "the kernel (1e+30+⟨x,y⟩)⁴ of training row 17 with itself is 1e+120, which is beyond single precision:
///     scale the data, or lower the degree or coef0"
void require_kernel_range(const Rows& x, const Kernel& kernel);

/// Throws InputError where a Gaussian kernel's values can be off by more than a thousandth, because the
/// distance is made as |x|^2 + |y|^2 - 2 <x, y>. The kernel is the same for rows moved by a constant, and
/// this is not: data far from 0 lose what tells them apart. `unit_roundoff` is the sums' (2^-24 in single
/// precision), `terms_per_sum` the most terms that are added one after the other before the sum goes into
/// another.
///
/// An inner product of k terms is off by at most k roundings of |x| |y| (Higham 2002, section 3.1). Sums of
/// equal terms, the worst that was found, lose a quarter of that, and that is what is taken here: most sums
/// lose the square root of it.
void require_distance_precision(const Rows& x, const Kernel& kernel, double unit_roundoff,
                                Index terms_per_sum = std::numeric_limits<Index>::max());

}  // namespace sketchbench
