#include <sketchbench/features/kernel_pca/principal_directions.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index rows_per_block = 256;

/// F^T F on and below the diagonal, and the sum of F's rows.
struct Moments {
  MatrixXd products;
  VectorXd sum;
};

Moments moments_of(const FeatureMap& features, const Rows& train, int threads, const Communicator& ranks) {
  const Index d = features.d_out();
  Moments moments{.products = MatrixXd::Zero(d, d), .sum = VectorXd::Zero(d)};
  DenseMatrix block(std::min(rows_per_block, train.size()), d);
  MatrixXd columns(d, block.n);
  const RowShare share = share_of(train.size(), ranks);
  for (Index first = share.begin; first < share.end; first += rows_per_block) {
    const Index rows = std::min(rows_per_block, share.end - first);
    const MatrixRef mapped = MatrixRef(block).slice(0, rows);
    features.transform(train.slice(first, first + rows), mapped, threads);
    require_finite(mapped, first, "features of training rows");
    for (Index i = 0; i < rows; ++i)
      columns.col(i) = Eigen::Map<const Eigen::VectorXf>(block.row(i), d).cast<double>();
    moments.products.selfadjointView<Eigen::Lower>().rankUpdate(columns.leftCols(rows));
    moments.sum += columns.leftCols(rows).rowwise().sum();
  }
  ranks.sum_in_place(moments.products);
  ranks.sum_in_place(moments.sum);
  return moments;
}

}  // namespace

PrincipalDirections principal_directions(const FeatureMap& features, const Rows& train, Index l, bool centred,
                                         int threads, const Communicator& ranks) {
  const Index d = features.d_out();
  if (l < 1 || l > d)
    throw InputError(fmt::format("{} principal directions of {} features, expected from 1 to {}", l, d, d));
  Moments moments = moments_of(features, train, threads, ranks);
  PrincipalDirections result{.directions = {}, .eigenvalues = {}, .mean = VectorXd::Zero(d)};
  if (centred && train.size() > 0) {
    const auto n = static_cast<double>(train.size());
    result.mean = moments.sum / n;
    moments.products.selfadjointView<Eigen::Lower>().rankUpdate(result.mean, -n);
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(moments.products);
  if (solver.info() != Eigen::Success)
    throw InputError(fmt::format("the principal directions of {} features are beyond double precision: {}", d,
                                 scaling_advice({})));
  result.eigenvalues = solver.eigenvalues().tail(l).reverse();
  result.directions = solver.eigenvectors().rightCols(l).rowwise().reverse();
  const double least = principal_cut_off * result.eigenvalues(0);
  result.rank = (result.eigenvalues.array() > std::max(least, 0.0)).count();
  result.directions.rightCols(l - result.rank).setZero();
  return result;
}

double principal_directions_memory(Index d, Index l) {
  // Sums, the solver's copy with eigenvectors, which is one matrix, and a block in both precisions.
  const auto columns = static_cast<double>(d), rows = static_cast<double>(rows_per_block);
  return sizeof(double) * columns * (3 * columns + static_cast<double>(l) + 8) +
         (sizeof(float) + sizeof(double)) * rows * columns;
}

double principal_directions_seconds(Index d, Index n) {
  // Seconds of an operation in double precision, and of one of the solver: a server processor of 2021.
  const auto columns = static_cast<double>(d);
  return 0.06e-9 * columns * columns +
         1e-9 * columns * columns * columns / static_cast<double>(std::max<Index>(n, 1));
}

}  // namespace sketchbench
