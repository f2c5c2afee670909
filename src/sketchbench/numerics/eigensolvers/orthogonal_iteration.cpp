#include <sketchbench/numerics/eigensolvers/orthogonal_iteration.hpp>

#include <sketchbench/numerics/eigensolvers/subspace_iteration.hpp>

namespace sketchbench {

Eigenpairs orthogonal_iteration(const SymmetricOperator& a, Index l, Seed seed, const StoppingRule& rule,
                                int threads) {
  SubspaceIteration iteration(a, l, guard_vectors, seed, "orthogonal_iteration", threads);
  iteration.measure();
  while (!iteration.converged(rule.tolerance) && !iteration.has_all_dimensions() &&
         iteration.passes() < rule.most_iterations) {
    iteration.advance();
    iteration.measure();
  }
  Eigenpairs result = iteration.pairs();
  result.converged = iteration.converged(rule.tolerance);
  return result;
}

}  // namespace sketchbench
