#pragma once
#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include <sketchbench/numerics/eigen_products.hpp>

// Decompositions of matrices in double precision, each instantiated once (decompositions.cpp): they take a
// compiler up to half a minute in each file that uses them.

extern template class Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
extern template Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>& Eigen::SelfAdjointEigenSolver<
    Eigen::MatrixXd>::compute<Eigen::MatrixXd>(const Eigen::EigenBase<Eigen::MatrixXd>& matrix, int options);

namespace sketchbench {

/// An orthonormal basis, d x l, of a space that contains the columns of y, d x l with l <= d, by Householder
/// reflections: orthonormal whatever the rank of y.
Eigen::MatrixXd orthonormal_basis(Eigen::MatrixXd y);

/// a = u diag(values) v^T: of a, n x d, with m = min(n, d), u is n x m and v is d x m, both with orthonormal
/// columns.
struct ThinSvd {
  Eigen::MatrixXd u;
  Eigen::VectorXd values;  ///< m, largest first, none below 0
  Eigen::MatrixXd v;
};

/// By a QR decomposition and Jacobi's rotations of its triangular factor (Golub & Van Loan, 4th ed., 8.6.3),
/// which are accurate for small singular values too. O((n + d) m^2 + 10 m^3): for m up to some hundred.
ThinSvd thin_svd(const Eigen::MatrixXd& a);

/// The values of thin_svd alone.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& a);

}  // namespace sketchbench
