#include "experiments/kernel_error/predicted_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include "experiments/kernel_error/kernel_pairs.hpp"

namespace sketchbench {

PredictedErrors predict(const KernelPairs& pairs, const PairVariance& variance) {
  double squares = 0, deviations = 0;
  pairs.for_each([&](Index i, Index j) {
    const double kappa = pairs.kappa(i, j), exact = variance(pairs.moments(i, j));
    // A variance of 0 may come out below it by rounding.
    const double relative = std::max(exact, 0.0) / (kappa * kappa);
    if (!std::isfinite(relative))
      throw InputError(fmt::format(
          "the variance of the estimate for the chosen rows {} and {} is {:.3g}, where the kernel is {:.3g}: "
          "beyond double precision: scale the data, or choose other parameters of the kernel",
          i + 1, j + 1, exact, kappa));
    squares += relative;
    deviations += std::sqrt(relative);
  });
  const auto n = static_cast<double>(pairs.used());
  return {squares / n, deviations / n};
}

}  // namespace sketchbench
