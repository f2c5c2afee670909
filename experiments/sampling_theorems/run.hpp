#pragma once
#include <optional>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include "experiments/sampling_theorems/theorem_check.hpp"

namespace sketchbench {

/// "sampling_theorems": Theorems 1 to 6 of Achlioptas, McSherry & Schölkopf 2001 on a sample of training rows
/// and unseen points from the test part, each as an inequality with its hypothesis, bound and measured value
/// (theorem_check.hpp). A cell is a data set and a kernel; it makes no map, so its method is "exact".
///
/// Theorems 1 to 4 are about the quantised Gram matrix and, for each s, the sparsified one and both together
/// (error_bounds.hpp, perturbation_checks.hpp); Theorem 5 about rounding the leading eigenvectors'
/// coefficients (rounding_checks.hpp); Theorem 6 about all pairs of a sampled and an unseen row
/// (projection_checks.hpp).
Experiment sampling_theorems_experiment();

struct SamplingTheoremsParameters {
  Index rows = 1000;
  Index unseen = 100;
  Seed rows_seed = 1;
  Index draws = 10;
  std::vector<double> s = {2, 10, 100};
  Index components = 10;
  double epsilon = 0.5;
  double T = 8;
  double c = 0;
  double beta = 1;

  /// Sorts `s`. Without "components" these are no more than the rows allow.
  void check(StrictObject& given);
  static const Fields<SamplingTheoremsParameters>& fields();
};

struct SamplingTheorems {
  Index rows = 0, unseen = 0;
  std::optional<double> sigma;  ///< that a rule chose for the kernel
  double kernel_norm = 0;       ///< |K|
  std::vector<double> eigenvalues;
  std::vector<TheoremCheck> checks;

  static const Fields<SamplingTheorems>& fields();
};

}  // namespace sketchbench
