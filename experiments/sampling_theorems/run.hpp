#pragma once
#include <string>
#include <vector>

#include "experiments/sampling_theorems/theorem_check.hpp"
#include "harness/cell/experiment.hpp"

namespace sketchbench {

/// "sampling_theorems": Theorems 1 to 6 of Achlioptas, McSherry & Schölkopf 2001 on a sample of training rows
/// and unseen points from the test part, each as an inequality with its hypothesis, bound and measured value
/// (theorem_check.hpp). A cell is a data set and a kernel; it makes no map, so its method is "exact".
///
/// Theorems 1 to 4 are about the quantised Gram matrix and, for each s, the sparsified one and both together
/// (error_bounds.hpp, perturbation_checks.hpp); Theorem 5 about rounding the leading eigenvectors'
/// coefficients (rounding_checks.hpp); Theorem 6 about all pairs of a sampled and an unseen row
/// (projection_checks.hpp).
///
/// Parameters: "rows" (default 1000; 10 to 20,000), "unseen" (100): test rows, all where there are fewer,
/// "rows_seed" (1): which are drawn, "draws" (10) of each random matrix, rounding and projection, "s" ([2,
/// 10, 100]; each from 2), "components" (10; at most rows - 2): the l of Theorems 2 and 3, of which Theorems
/// 3 and 4 also take the best separated, "epsilon" (0.5; 0.01 to 1): of Theorems 5 and 6, "T" (8): of Theorem
/// 5, in units of c, "c" (0): of Theorem 5, a bound on kernel values; 0 for the width of the smallest
/// interval with 0 and the values at the unseen points, "beta" (1; 0.01 to 10): of Theorem 6.
Experiment sampling_theorems_experiment();

/// "at most 3 draws for 500 rows": what a --quick run takes.
std::string sampling_theorems_quick_limits();

/// A record's result.
struct SamplingTheorems {
  Index rows = 0, unseen = 0;
  double sigma = 0;        ///< 0 for a kernel without one
  double kernel_norm = 0;  ///< |K|
  std::vector<TheoremCheck> checks;
};
SamplingTheorems sampling_theorems_of(const Json& result);

}  // namespace sketchbench
