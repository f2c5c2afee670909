#pragma once
#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>

namespace sketchbench {

constexpr int randomised_passes = 2;
constexpr Index randomised_oversampling = 10;

/// About the l largest eigenvalues and their eigenvectors from a fixed number of products (Halko, Martinsson
/// & Tropp 2011, algorithms 4.4 and 5.3): an orthonormal basis Q of A^(passes + 1) Omega, with a Gaussian
/// Omega of l + oversampling columns (m at most) and orthonormal columns between powers, then the Ritz pairs
/// of Q.
///
/// (passes + 2) (l + oversampling) products: each pass is one of them, and a q of the paper's algorithm,
/// which is for matrices that are not symmetric, is two passes. Negative eigenvalues that are larger than the
/// wanted ones are shifted away as in orthogonal iteration (SubspaceIteration). The paper's advice is an
/// oversampling of 5 or 10, and q of 1 or 2 where the spectrum decays slowly.
///
/// Eigenpairs::residual says how good the pairs are; `converged` whether it is within the tolerance that
/// StoppingRule has by default. InputError unless 1 <= l <= m, passes >= 0 and oversampling >= 0; Error where
/// a product is not finite.
Eigenpairs randomised_eigenpairs(const SymmetricOperator& a, Index l, Seed seed, int passes,
                                 Index oversampling, int threads);

}  // namespace sketchbench
