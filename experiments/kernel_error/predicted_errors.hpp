#pragma once
#include <sketchbench/core/fields.hpp>
#include <sketchbench/features/estimator_variance.hpp>

namespace sketchbench {

class KernelPairs;

/// What a variance (exact, or a bound) says of the same errors.
struct PredictedErrors {
  /// Mean over the pairs of Var / kappa^2: the expectation of mean_square.
  double mean_square = 0;
  /// Mean over the pairs of sqrt(Var) / |kappa|: by Jensen's inequality the expectation of `mean` is at most
  /// this; it is sqrt(2 / pi) = 0.80 of it where the estimates are normal, less where their tails are heavy.
  double mean_deviation = 0;

  static const Fields<PredictedErrors>& fields();
};

PredictedErrors predict(const KernelPairs& pairs, const PairVariance& variance);

}  // namespace sketchbench
