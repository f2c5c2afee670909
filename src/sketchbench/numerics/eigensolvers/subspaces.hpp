#pragma once
#include <Eigen/Core>
#include <utility>
#include <vector>

#include <sketchbench/numerics/eigensolvers/tall_matrices.hpp>

namespace sketchbench {

// How far spaces of eigenvectors are from each other. a and b are m x k with orthonormal columns
// (orthonormal_columns makes them so).

/// Sines of the principal angles between the spaces of a and b: the singular values of (I - a a^T) b, largest
/// first, so that small angles lose no digits (Björck & Golub 1973). InputError for other shapes.
Eigen::VectorXd principal_sines(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// |(I - a a^T) b| = |a a^T - b b^T| in the spectral norm: the largest of these sines, from 0 to 1.
double subspace_distance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// trace(basis^T A basis) over the sum of the largest eigenvalues of A, as many as the basis, m x k, has
/// columns: at most 1, and 1 for the leading eigenvectors. InputError for other shapes, or where the sum is
/// not positive.
double captured_share(const SymmetricOperator& a, const Eigen::MatrixXd& basis,
                      const Eigen::VectorXd& largest_eigenvalues, int threads);

/// Groups of neighbours among eigenvalues, largest first, that differ by at most `relative_gap` times the
/// largest absolute value from one to the next: (first, last) of each group of two or more, counted from 0.
/// The eigenvectors of a group are identified as a space alone.
std::vector<std::pair<Index, Index>> coinciding_eigenvalues(const Eigen::VectorXd& values,
                                                            double relative_gap);

}  // namespace sketchbench
