#pragma once
#include <Eigen/Core>
#include <optional>

#include <sketchbench/core/types.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench {

/// The l largest eigenvalues of a symmetric matrix and their eigenvectors, as far as a method found them.
struct Eigenpairs {
  Eigen::VectorXd values;   ///< l, largest first (by value, not by absolute value)
  Eigen::MatrixXd vectors;  ///< m x l, orthonormal columns
  /// The largest |A v - lambda v| over the pairs, relative to the largest |lambda| of A that the method met,
  /// wanted or not; 0 for a matrix of zeros.
  double residual = 0;
  /// Whether `residual` came within the tolerance before the iterations ran out.
  bool converged = false;
  int iterations = 0;  ///< of the method: passes over the matrix for orthogonal iteration
  Index products = 0;  ///< of the matrix with one vector each
  /// The method's estimate of eigenvalue l + 1, from below but for rounding; none for l = m.
  std::optional<double> next = std::nullopt;
};

/// When a method ends.
struct StoppingRule {
  double tolerance = 1e-4;    ///< for Eigenpairs::residual; products are in single precision
  int most_iterations = 300;  ///< where the tolerance is not reached before
};

/// InputError unless 1 <= l <= m.
void require_components(Index l, Index m);

/// Whether eigenvalues l and l + 1 are the same as far as the method can tell. The leading space of l
/// dimensions is then not identified: another seed or method may give other features, and only spaces that
/// hold the whole group can be compared.
///
/// Some eigenvalue is within the residual of every Ritz value (Parlett 1998, theorem 4.5.1), so that the two
/// count as the same when they differ by at most 2 max(tolerance, residual), relative to the largest
/// |lambda| among the pairs. Where the method did not converge, `next` may be too small, and a coincidence
/// be missed.
bool last_eigenvalue_coincides(const Eigenpairs& found, double tolerance);

}  // namespace sketchbench
