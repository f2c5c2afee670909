#pragma once
#include <Eigen/Core>

namespace sketchbench {

/// A = L L^T of a symmetric matrix, whose lower triangle is read and replaced by L, in its own precision and
/// in blocks of columns: Eigen's own factor on the diagonal, and products of whole blocks below it, which
/// threads share and whose shapes no number of threads changes. O(n^3 / 3). What is above the diagonal is
/// lost. False where A is not positive definite to that precision; A is then lost.
bool factorise(Eigen::MatrixXd& a, int threads);
bool factorise(Eigen::MatrixXf& a, int threads);

/// L L^T x = b.
Eigen::VectorXd solve_with_factor(const Eigen::MatrixXd& l, const Eigen::VectorXd& b);

/// The diagonal of (L L^T)^-1: the squared lengths of the columns of L^-1, a few at a time. O(n^3 / 3).
Eigen::VectorXd inverse_diagonal(const Eigen::MatrixXd& l, int threads);

/// Bytes that inverse_diagonal() takes for each thread.
double inverse_diagonal_bytes(double n);

}  // namespace sketchbench
