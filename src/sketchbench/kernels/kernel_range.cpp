#include <sketchbench/kernels/kernel_range.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>

namespace sketchbench {

void require_kernel_range(const Rows& x, const Kernel& kernel) {
  double largest = 0;
  Index row = 0;
  for (Index i = 0; i < x.size(); ++i)
    if (const double value = kernel(x, i, x, i); value > largest) {
      largest = value;
      row = i;
    }
  if (largest <= static_cast<double>(std::numeric_limits<float>::max())) return;
  throw InputError(fmt::format(
      "the kernel {} of training row {} with itself is {:.3g}, which is beyond single precision: {}",
      kernel.display(), row + 1, largest, scaling_advice({kernel.advice()})));
}

void require_distance_precision(const Rows& x, const Kernel& kernel, double unit_roundoff,
                                Index terms_per_sum) {
  const auto* gaussian = kernel.as<GaussianKernel>();
  if (gaussian == nullptr) return;
  constexpr double most = 1e-3;
  for (Index i = 0; i < x.size(); ++i) {
    double square = 0;
    Index nonzeros = 0;
    x.for_each_nonzero(i, [&](Index, float value) {
      square += double{value} * value;
      ++nonzeros;
    });
    const double times = square / (gaussian->sigma.value() * gaussian->sigma.value());
    constexpr double others = 8;  // of the norms, the difference and what is made of it
    const auto terms = static_cast<double>(std::min(nonzeros, terms_per_sum) + nonzeros / terms_per_sum);
    if ((terms / 4 + others) * unit_roundoff * times <= most) continue;
    throw InputError(fmt::format(
        "training row {} is {:.3g} times as long as sigma = {:g}: with {} non-zeros and roundings of {:.2g}, "
        "values of the Gaussian kernel are not good to a thousandth; move the data towards 0 (subtract "
        "the mean), or raise sigma",
        i + 1, std::sqrt(times), gaussian->sigma.value(), nonzeros, unit_roundoff));
  }
}

}  // namespace sketchbench
