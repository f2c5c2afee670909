#pragma once
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/learners/block_smo/given_gram.hpp>

namespace sketchbench {

struct SvcDualParams {
  double C = 1;
  double eps = 0.001;  ///< stops when no pair of variables violates the optimality conditions by more
  double cache_bytes = 100 << 20;
  bool shrinking = true;
  Index working_set = 512;  ///< variables of a subproblem, at most; fewer when the cache is small
  std::int64_t max_steps = 100'000'000;
  int threads = 1;  ///< does not change the result
};

struct SvcDualResult {
  std::vector<double> b;  ///< y_i alpha_i for each row
  double rho = 0;         ///< the decision value of a row x is sum b_i kappa(x_i, x) - rho
  double objective = 0;   ///< 1/2 alpha^T Q alpha - sum alpha
  double violation = 0;   ///< the largest, over all rows
  bool converged = false;
  std::int64_t steps = 0;  ///< of sequential minimal optimisation
  Index rounds = 0;        ///< subproblems
  Index systems = 0;       ///< of the free variables
  Index factors = 0;       ///< matrices that were factorised for them
  Index kernel_rows = 0;   ///< computed
};

/// The dual of C-SVC for two classes by decomposition (Joachims 1999): rounds of a subproblem with the
/// variables of a working set, solved in the processor's cache (smo_subproblem.hpp), and an update of all
/// gradients with the kernel rows of the variables that have moved. Where many more variables are free than a
/// working set holds, rounds undo each other's work; from then on all free variables are solved for at once
/// (active_set.hpp), with steps among all variables between. Where the cache has no room for that, or the
/// guesses which are free do not settle, there are the steps alone.
/// Rows whose variables are likely to stay at their bounds are left out for a while (shrinking, Joachims
/// 1999) and looked at again before the end. Rows of one class that are alike have one variable
/// (distinct_rows.hpp). `positive`: the class of each row; `weights`: what C is times for each, empty: 1.
SvcDualResult solve_svc_dual(const Rows& x, const std::vector<bool>& positive, const Kernel& kernel,
                             const SvcDualParams& params, std::span<const double> weights = {});
/// The same on a kernel matrix; its rows have a variable each.
SvcDualResult solve_svc_dual(const GivenGram& gram, const std::vector<bool>& positive,
                             const SvcDualParams& params, std::span<const double> weights = {});

}  // namespace sketchbench
