#pragma once
#include <Eigen/Core>
#include <filesystem>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench {

/// What the maps of kernel PCA are compared with: the leading eigenpairs of a sample's Gram matrix itself, by
/// Lanczos' method with a tight tolerance. Products are in single precision: subspace_uncertainty() says what
/// that leaves open.
struct ExactEigenpairs {
  Eigen::VectorXd values;   ///< l + 1 of them, largest first; l where the matrix has no more
  Eigen::MatrixXd vectors;  ///< n x l, orthonormal columns
  double residual = 0;      ///< Eigenpairs::residual
  bool converged = false;   ///< whether it came within the tolerance

  Index components() const { return vectors.cols(); }
};

/// 1 <= l <= the matrix's size.
ExactEigenpairs exact_eigenpairs(const SymmetricOperator& gram, Index l, int threads);

/// The same, computed once for all cells with that key (cached_value.hpp): `key` has the data, the kernel,
/// the sample and whether it is centred; l and the version of this computation are added.
ExactEigenpairs kept_exact_eigenpairs(const std::filesystem::path& cache, Json key,
                                      const SymmetricOperator& gram, Index l, int threads);

/// How many of the leading components are told apart from what follows them: the largest k <= l with
/// lambda_k - lambda_(k+1) beyond what single precision can tell, 1e-5 lambda_1. Where it is less than l, the
/// eigenvalues at l coincide (or are 0, where the matrix has a smaller rank): the l leading eigenvectors span
/// no certain subspace, and only the k leading ones do. 0: there is none.
Index identified_components(const Eigen::VectorXd& values, Index l);

/// What the sine of the largest angle between the true leading subspace of k components and the one that was
/// found is at most, to first order: |R| over the gap behind lambda_k (Davis & Kahan 1970), where
/// |R| <= sqrt(k) times the largest residual; 1 where that says nothing. 1 <= k <= components().
double subspace_uncertainty(const ExactEigenpairs& pairs, Index k);

}  // namespace sketchbench
