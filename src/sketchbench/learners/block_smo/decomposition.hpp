#pragma once
#include <cstdint>
#include <vector>

#include <sketchbench/learners/block_smo/kernel_values.hpp>

namespace sketchbench {

/// Minimise 1/2 b^T K b - y^T b over lower <= b <= upper, with the sum that b begins with.
struct DualProblem {
  std::vector<double> y, lower, upper;
  std::vector<double> start;  ///< within the bounds; empty: 0
};

struct DualParams {
  double eps = 0.001;  ///< stops when no pair of variables violates the optimality conditions by more
  double cache_bytes = 100 << 20;
  bool shrinking = true;
  Index working_set = 512;  ///< variables of a subproblem, at most; fewer when the cache is small
  std::int64_t max_steps = 100'000'000;
  int threads = 1;  ///< does not change the result
};

struct DualResult {
  std::vector<double> b;
  double rho = 0;        ///< minus the multiplier of the sum: K b - rho is y where b is between its bounds
  double objective = 0;  ///< 1/2 b^T K b - y^T b
  double violation = 0;  ///< the largest, over all variables
  bool converged = false;
  std::int64_t steps = 0;  ///< of sequential minimal optimisation
  Index rounds = 0;        ///< subproblems
  Index systems = 0;       ///< of the free variables
  Index factors = 0;       ///< matrices that were factorised for them
  Index kernel_rows = 0;   ///< computed
};

/// By decomposition (Joachims 1999): rounds of a subproblem with the variables of a working set, solved in
/// the processor's cache (smo_subproblem.hpp), and an update of all gradients with the kernel rows of the
/// variables that have moved. Where many more variables are free than a working set holds, rounds undo each
/// other's work; from then on all free variables are solved for at once (active_set.hpp), with steps among
/// all variables between. Where the cache has no room for that, or the guesses which are free do not settle,
/// there are the steps alone. Variables that are likely to stay at their bounds are left out for a while
/// (shrinking, Joachims 1999) and looked at again before the end.
DualResult solve_dual(const KernelValues& kernel, const DualProblem& problem, const DualParams& params);

}  // namespace sketchbench
