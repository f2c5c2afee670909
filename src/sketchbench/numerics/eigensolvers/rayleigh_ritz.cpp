#include <sketchbench/numerics/eigensolvers/rayleigh_ritz.hpp>

#include <algorithm>

#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include <sketchbench/numerics/eigensolvers/tall_matrices.hpp>

namespace sketchbench {

using Eigen::MatrixXd;

RitzPairs rayleigh_ritz(const SymmetricOperator& a, const MatrixXd& basis, int threads) {
  const MatrixXd product = multiplied(a, basis, threads);
  const MatrixXd projected = inner_products(basis, product, threads);
  const MatrixXd symmetric = (projected + projected.transpose()) / 2;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(symmetric);
  if (solver.info() != Eigen::Success) fail_not_finite("a value of the matrix whose eigenvectors are wanted");
  const MatrixXd rotation = solver.eigenvectors().rowwise().reverse();
  return {.values = solver.eigenvalues().reverse(),
          .vectors = combined_columns(basis, rotation, threads),
          .images = combined_columns(product, rotation, threads)};
}

Eigenpairs leading_pairs(const RitzPairs& ritz, Index l, double largest) {
  double residual = 0;
  for (Index j = 0; j < l; ++j)
    residual = std::max(residual, (ritz.images.col(j) - ritz.values(j) * ritz.vectors.col(j)).norm());
  const double scale = std::max(largest, ritz.values.cwiseAbs().maxCoeff());
  Eigenpairs result{.values = ritz.values.head(l),
                    .vectors = ritz.vectors.leftCols(l),
                    .residual = residual == 0 ? 0 : residual / scale};
  if (ritz.values.size() > l) result.next = ritz.values(l);
  return result;
}

}  // namespace sketchbench
