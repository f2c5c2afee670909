#pragma once
#include <cmath>

#include <sketchbench/kernels/kernel.hpp>

namespace sketchbench {

/// By what a relative error of |x_i| |x_j| in the products that make kappa(x_i, x_j) is multiplied, at most.
inline double scale_of_rounding(const Kernel& kernel, const Rows& x, Index i, Index j) {
  const double longest = std::sqrt(squared_norm(x, i) * squared_norm(x, j));
  if (const auto* polynomial = kernel.as<PolynomialKernel>())
    return polynomial->degree * polynomial->of_inner_product(longest);
  // The error of a distance, over 2 sigma^2, and that of exp() itself.
  const double sigma = kernel.number("sigma").value();
  return 1 + (squared_norm(x, i) + squared_norm(x, j) + 2 * longest) / (2 * sigma * sigma);
}

}  // namespace sketchbench
