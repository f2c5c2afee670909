#pragma once
#include <Eigen/Core>
#include <string_view>

#include <sketchbench/core/types.hpp>
#include <sketchbench/numerics/eigensolvers/symmetric_operator.hpp>

namespace sketchbench {

// Matrices with the m rows of a Gram matrix and as many columns as eigenvectors are looked for, in double
// precision. Threads share them by blocks of rows, whose bounds depend on the shape alone; what blocks give
// is added up in their order, so that no number of threads changes a bit.

/// a^T b, k x l, for a of m x k and b of m x l.
Eigen::MatrixXd inner_products(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, int threads);

/// a s, m x l, for a of m x k and s of k x l.
Eigen::MatrixXd combined_columns(const Eigen::MatrixXd& a, const Eigen::MatrixXd& s, int threads);

/// An orthonormal basis, m x k, of a space that contains the columns of y, m x k with k <= m: orthonormal
/// whatever the rank of y. Blocks of rows are decomposed by Householder reflections, and then the triangular
/// factors below each other (TSQR: Demmel, Grigori, Hoemmen & Langou 2012). O(m k^2).
Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& y, int threads = 1);

/// Independent standard normal entries: row i is drawn from stream i of (seed, purpose).
Eigen::MatrixXd normal_rows(Index m, Index k, Seed seed, std::string_view purpose);

/// A x for x of m x k, which is rounded to single precision. Throws Error where the product is not finite.
Eigen::MatrixXd multiplied(const SymmetricOperator& a, const Eigen::MatrixXd& x, int threads);

}  // namespace sketchbench
