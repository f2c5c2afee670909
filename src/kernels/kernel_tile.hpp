#pragma once
#include <span>
#include <vector>

#include "kernels/kernel.hpp"

namespace sketchbench {

// Kernel values in single precision, made from inner products in single precision a tile at a time. Only for
// a kernel with uses_products().

/// |x_i|^2 of every row.
std::vector<float> squared_norms(const Rows& x);

/// Turns products[a * n_y + b] = <x_a, y_b> into kappa(x_a, y_b), given |x_a|^2 and |y_b|^2. A value depends
/// on its product and its two norms alone, and not on which of the two comes first.
void apply_to_tile(const Kernel& kernel, float* products, std::span<const float> norms_x,
                   std::span<const float> norms_y);

/// Throws InputError where kernel values from products in single precision can be off by more than a
/// thousandth of the largest: |x - y|^2 = |x|^2 + |y|^2 - 2 <x, y> cancels where rows are far longer than
/// sigma.
void require_tile_precision(const Rows& x, const Kernel& kernel);

}  // namespace sketchbench
