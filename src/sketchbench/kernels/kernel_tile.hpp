#pragma once
#include <span>
#include <vector>

#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

// Kernel values in single precision, made from inner products in single precision a tile at a time. Only for
// a kernel with uses_products().

/// |x_i|^2 of every row.
std::vector<float> squared_norms(const Rows& x);

/// Turns products[a * n_y + b] = <x_a, y_b> into kappa(x_a, y_b), given |x_a|^2 and |y_b|^2. A value depends
/// on its product and its two norms alone, and not on which of the two comes first.
void apply_to_tile(const Kernel& kernel, float* products, std::span<const float> norms_x,
                   std::span<const float> norms_y);

/// Throws InputError where the numbers between are beyond single precision: 1 / (2 sigma^2), or a row's
/// |x|^2. How well distances are told is for require_distance_precision (kernel_range.hpp).
void require_tile_range(const Rows& x, const Kernel& kernel);

}  // namespace sketchbench
