#include <sketchbench/features/kernel_pca/operators/random_signs.hpp>

#include <algorithm>

namespace sketchbench {

double largest_kernel_value(const Kernel& kernel, const Rows& x) {
  if (kernel.sigma() != nullptr) return 1;
  double largest = 0;
  for (Index i = 0; i < x.size(); ++i) largest = std::max(largest, kernel(x, i, x, i));
  return largest;
}

}  // namespace sketchbench
