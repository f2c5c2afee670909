#include "experiments/kernel_pca/extracted_components.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/embedding/row_space.hpp>
#include <sketchbench/learners/ridge/normal_equations.hpp>
#include <sketchbench/learners/ridge/row_passes.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index columns_at_once = 1024;  ///< of Z, in double precision

/// (Z - 1 mean^T) axes, n x l.
MatrixXd projected(const StoredRows& z, const VectorXd& mean, const MatrixXd& axes, int threads) {
  MatrixXd result(z.size(), axes.cols());
  const Eigen::RowVectorXd shift = mean.transpose() * axes;
  for_each_block(z, 0, z.size(), threads, [&](Index begin, const RowBlock& block) {
    result.middleRows(begin, block.rows()) = (block.cast<double>() * axes).rowwise() - shift;
  });
  return result;
}

/// Columns first .. first + count - 1 of Z - 1 mean^T.
MatrixXd columns(const StoredRows& z, const VectorXd& mean, Index first, Index count) {
  RowMajorMatrix workspace;
  return z.block(0, z.size(), workspace).middleCols(first, count).cast<double>().rowwise() -
         mean.segment(first, count).transpose();
}

/// The axes by way of Z Z^T, n x n.
MatrixXd axes_by_rows(const StoredRows& z, const VectorXd& mean, Index l) {
  const Index D = z.dim();
  MatrixXd products = MatrixXd::Zero(z.size(), z.size());
  for (Index first = 0; first < D; first += columns_at_once)
    products.selfadjointView<Eigen::Lower>().rankUpdate(
        columns(z, mean, first, std::min(columns_at_once, D - first)));
  const MatrixXd left = leading_eigenvectors(products, l);
  MatrixXd axes(D, l);
  for (Index first = 0; first < D; first += columns_at_once) {
    const Index count = std::min(columns_at_once, D - first);
    axes.middleRows(first, count).noalias() = columns(z, mean, first, count).transpose() * left;
  }
  return orthonormal_basis(std::move(axes));
}

}  // namespace

DenseMatrix ExtractedComponents::extract(const Rows& z) const {
  const MatrixXd values = projected(StoredRows(z), mean, axes, 1);
  DenseMatrix extracted(values.rows(), values.cols());
  Eigen::Map<RowMajorMatrix>(extracted.value.data(), extracted.n, extracted.d) = values.cast<float>();
  return extracted;
}

ExtractedComponents extracted_components(const Rows& z, Index l, bool centred, int threads) {
  const Index n = z.size(), D = z.dim();
  if (l < 1 || l > std::min(n, D))
    throw Error(fmt::format("{} components of {} rows with {} features", l, n, D));
  const StoredRows rows(z);
  const std::vector<float> no_targets(static_cast<std::size_t>(n));
  const Origin origin =
      centred ? means_of(rows, no_targets, threads) : Origin{.x = VectorXd::Zero(D), .y = 0};
  ExtractedComponents principal;
  principal.mean = origin.x;
  principal.axes = D <= n ? leading_eigenvectors(normal_equations(rows, no_targets, origin, threads).xx, l)
                          : axes_by_rows(rows, origin.x, l);
  MatrixXd scaled = projected(rows, principal.mean, principal.axes, threads);
  principal.eigenvalues = scaled.colwise().squaredNorm().transpose();
  principal.directions = orthonormal_basis(std::move(scaled));
  return principal;
}

double extracted_components_memory(Index n, Index D, Index l) {
  const auto smaller = static_cast<double>(std::min(n, D)), rows = static_cast<double>(n),
             features = static_cast<double>(D);
  const double at_once =
      D <= n ? static_cast<double>(rows_per_chunk) * features : static_cast<double>(columns_at_once) * rows;
  // The matrix, its eigenvectors and what the solver works in.
  return 8 * (3 * smaller * smaller + at_once + 3 * static_cast<double>(l) * (rows + features));
}

}  // namespace sketchbench
