#include "kernels/kernel_range.hpp"

#include <fmt/format.h>

#include <limits>

#include "base/error.hpp"

namespace sketchbench {

void require_kernel_range(const Rows& x, const Kernel& any) {
  const auto* polynomial = any.as<PolynomialKernel>();
  if (polynomial == nullptr) return;  // the other families' values are at most 1
  const PolynomialKernel& kernel = *polynomial;
  double longest = 0;
  Index row = 0;
  for (Index i = 0; i < x.size(); ++i)
    if (const double square = squared_norm(x, i); square > longest) {
      longest = square;
      row = i;
    }
  const double largest = kernel.of_inner_product(longest);
  if (largest <= static_cast<double>(std::numeric_limits<float>::max())) return;
  throw InputError(
      fmt::format("({:g} + <x, y>)^{} of training row {} with itself is {:.3g}, which is beyond single "
                  "precision: scale the data, or lower the degree or coef0",
                  kernel.coef0, kernel.degree, row + 1, largest));
}

}  // namespace sketchbench
