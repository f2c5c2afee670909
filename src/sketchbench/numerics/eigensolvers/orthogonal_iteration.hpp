#pragma once
#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>

namespace sketchbench {

/// Vectors that are iterated on beside the l wanted ones. A pair converges as (lambda_{l+1+guards} / lambda)
/// to the number of passes, and not as lambda_{l+1} / lambda: eight are Bathe & Wilson's choice (1973).
constexpr Index guard_vectors = 8;

/// The l largest eigenvalues and their eigenvectors by orthogonal iteration, as Achlioptas, McSherry &
/// Schölkopf (2001, section 2) write it:
///
///     Q <- random orthonormal columns;  while not converged: Q <- A Q, Q <- Orthonormalize(Q)
///
/// with Ritz pairs at the end of each pass, from the same product, and `guard_vectors` more columns. Products
/// are in single precision, everything else is in double. A matrix whose negative eigenvalues are larger than
/// the wanted ones is shifted (SubspaceIteration); a positive semi-definite one is not.
///
/// Ends when Eigenpairs::residual is at most rule.tolerance or after rule.most_iterations passes, of l +
/// guard_vectors products each (m at most); without convergence the pairs are those of the last pass.
/// InputError unless 1 <= l <= m; Error where a product is not finite.
Eigenpairs orthogonal_iteration(const SymmetricOperator& a, Index l, Seed seed, const StoppingRule& rule,
                                int threads);

}  // namespace sketchbench
