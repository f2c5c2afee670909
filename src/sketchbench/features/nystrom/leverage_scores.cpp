#include <sketchbench/features/nystrom/leverage_scores.hpp>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/features/nystrom/landmark_kernel.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// lambda for a sample: what its k largest eigenvalues leave, divided by k.
double ridge_of(const MatrixXd& weighted, const MatrixXd& plain, Index D) {
  const auto k = static_cast<Index>(std::ceil(static_cast<double>(D) / (4 * oversampling(D))));
  const Index size = weighted.rows();
  const double trace = weighted.trace();
  if (trace == 0) return 1;
  if (k >= size) return 1e-5 * plain.trace() / static_cast<double>(size);
  const VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<MatrixXd>(weighted, Eigen::EigenvaluesOnly).eigenvalues();
  const auto count = static_cast<double>(k);
  return std::max(trace - eigenvalues.tail(k).cwiseAbs().sum(), 1e-10 * trace) / count;
}

}  // namespace

double oversampling(Index D) { return std::max(1.0, std::log(static_cast<double>(D))); }

std::vector<double> leverage_scores(const Kernel& kernel, const Rows& train, std::span<const Index> rows,
                                    const WeightedRows& sample, Index D) {
  const OwnedRows owned(train, sample.rows);
  const LandmarkKernel values(kernel, owned.view());
  const MatrixXd plain = gram(kernel, owned.view());
  MatrixXd weighted = sample.weights.asDiagonal() * plain * sample.weights.asDiagonal();
  const double lambda = ridge_of(weighted, plain, D);
  weighted.diagonal().array() += lambda;
  const Eigen::LLT<Eigen::Ref<MatrixXd>> factor(weighted);

  std::vector<double> result(rows.size());
  MatrixXd columns(values.stride(), rows_of_leverage_block);
  for (std::size_t first = 0; first < rows.size(); first += rows_of_leverage_block) {
    const auto part = rows.subspan(first, std::min<std::size_t>(rows_of_leverage_block, rows.size() - first));
    const auto count = static_cast<Index>(part.size());
    const OwnedRows block(train, part);
    values.values(block.view(), columns.data());
    MatrixXd solved = sample.weights.asDiagonal() * columns.topLeftCorner(values.count(), count);
    factor.matrixL().solveInPlace(solved);
    for (Index i = 0; i < count; ++i) {
      const double left = kernel(block.view(), i, block.view(), i) - solved.col(i).squaredNorm();
      // 0 for what rounding made negative, and for what is no number.
      result[first + static_cast<std::size_t>(i)] = left > 0 ? left / lambda : 0;
    }
  }
  return result;
}

}  // namespace sketchbench
