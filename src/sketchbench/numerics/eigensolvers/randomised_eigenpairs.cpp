#include <sketchbench/numerics/eigensolvers/randomised_eigenpairs.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/eigensolvers/subspace_iteration.hpp>

namespace sketchbench {

Eigenpairs randomised_eigenpairs(const SymmetricOperator& a, Index l, Seed seed, int passes,
                                 Index oversampling, int threads) {
  if (passes < 0) throw InputError(fmt::format("passes are {}, expected 0 or more", passes));
  if (oversampling < 0) throw InputError(fmt::format("oversampling is {}, expected 0 or more", oversampling));
  SubspaceIteration iteration(a, l, oversampling, seed, "randomised_eigenpairs", threads);
  iteration.measure();
  for (int pass = 0; pass <= passes; ++pass) {
    iteration.advance();
    iteration.measure();
  }
  Eigenpairs result = iteration.pairs();
  result.converged = iteration.converged(StoppingRule{}.tolerance);
  return result;
}

}  // namespace sketchbench
