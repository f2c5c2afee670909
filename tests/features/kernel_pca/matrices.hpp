#pragma once
#include <algorithm>
#include <cmath>

#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include "features/sample_rows.hpp"

namespace sketchbench::test {

inline Eigen::MatrixXd matrix_of(const DenseMatrix& z) {
  return Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
             z.value.data(), z.n, z.d)
      .cast<double>();
}

inline double largest(const Eigen::MatrixXd& a) { return a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff(); }

/// The best approximation of rank l to a positive semi-definite matrix, V Lambda V^T.
inline Eigen::MatrixXd best_of_rank(const Eigen::MatrixXd& k, Index l) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(k);
  const Eigen::MatrixXd v = solver.eigenvectors().rightCols(l);
  return v * solver.eigenvalues().tail(l).asDiagonal() * v.transpose();
}

/// (I - 1 1^T / m) K (I - 1 1^T / m).
inline Eigen::MatrixXd centred_kernel(const Eigen::MatrixXd& k) {
  const Eigen::Index m = k.rows();
  const Eigen::MatrixXd centring =
      Eigen::MatrixXd::Identity(m, m) - Eigen::MatrixXd::Constant(m, m, 1 / static_cast<double>(m));
  return centring * k * centring;
}

/// n rows, of which only `distinct` differ.
inline DenseMatrix repeated_rows(Index n, Index d, Index distinct) {
  const DenseMatrix some = sample_rows(distinct, d, 1, 5);
  DenseMatrix rows(n, d);
  for (Index i = 0; i < n; ++i) std::copy_n(some.row(i % distinct), d, rows.row(i));
  return rows;
}

}  // namespace sketchbench::test
