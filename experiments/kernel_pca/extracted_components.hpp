#pragma once
#include <Eigen/Core>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// The principal components of a map's features: what kernel PCA with the map's own kernel, <f(x), f(y)>,
/// extracts. Z, n x D, are the features of n rows, less their means where they are centred; all in double
/// precision.
struct ExtractedComponents {
  Eigen::VectorXd mean;         ///< D; zeros where features are not centred
  Eigen::MatrixXd axes;         ///< D x l, orthonormal columns: the leading right singular vectors of Z
  Eigen::MatrixXd directions;   ///< n x l, orthonormal columns: the leading left singular vectors of Z
  Eigen::VectorXd eigenvalues;  ///< l: those of Z Z^T, largest first

  /// The l extracted features of rows with features z, D columns: (z - mean) axes. On the rows of Z they are
  /// the directions, but for their signs, times the roots of the eigenvalues: the scale of kernel PCA.
  DenseMatrix extract(const Rows& z) const;
};

/// From the eigenvectors of Z^T Z, or of Z Z^T where that is the smaller matrix: singular values below 1e-8
/// of the largest are rounding. `z`: dense, at least one row. Throws Error for l < 1 and for l beyond n or D.
ExtractedComponents extracted_components(const Rows& z, Index l, bool centred, int threads);

/// Bytes that it takes beside Z, for the memory plan.
double extracted_components_memory(Index n, Index D, Index l);

}  // namespace sketchbench
