#include "experiments/predicted_errors.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/kernel_pairs.hpp"

namespace sketchbench {

PredictedErrors predict(const KernelPairs& pairs, const PairVariance& variance) {
  double squares = 0, deviations = 0;
  pairs.for_each([&](Index i, Index j) {
    const double kappa = pairs.kappa(i, j);
    // A variance of 0 may come out below it by rounding.
    const double relative = std::max(0.0, variance(pairs.moments(i, j))) / (kappa * kappa);
    squares += relative;
    deviations += std::sqrt(relative);
  });
  const auto n = static_cast<double>(pairs.used());
  return {squares / n, deviations / n};
}

}  // namespace sketchbench
