#pragma once
#include <Eigen/Core>

#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>

namespace sketchbench {

/// The best eigenpairs of a symmetric matrix A that a space of k dimensions has: with an orthonormal basis Q
/// of it, those of Q^T A Q (Parlett 1998, chapter 11). Value j is never above eigenvalue j, but for rounding.
struct RitzPairs {
  Eigen::VectorXd values;   ///< k, largest first
  Eigen::MatrixXd vectors;  ///< m x k, orthonormal
  Eigen::MatrixXd images;   ///< A vectors, m x k
};

/// With one product of A and the basis, m x k with orthonormal columns.
RitzPairs rayleigh_ritz(const SymmetricOperator& a, const Eigen::MatrixXd& basis, int threads);

/// The first l of them with `residual` and `next`; the rest is the method's to fill in. `largest`: the
/// largest |lambda| that the method met elsewhere.
Eigenpairs leading_pairs(const RitzPairs& ritz, Index l, double largest);

}  // namespace sketchbench
