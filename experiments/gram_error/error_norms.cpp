#include "experiments/gram_error/error_norms.hpp"

#include <sketchbench/core/threads.hpp>

namespace sketchbench {
namespace {

constexpr Seed start_seed = 1;
constexpr Index rows_per_block = 256;

/// K V: blocks of rows do not depend on each other, nor a block's values on who computes it.
Eigen::MatrixXd product(const Eigen::MatrixXd& kernel, const Eigen::MatrixXd& vectors, int threads) {
  Eigen::MatrixXd result(kernel.rows(), vectors.cols());
  parallel_blocks(kernel.rows(), rows_per_block, threads, [&](Index begin, Index end) {
    // A column is contiguous in memory, and the matrix is symmetric.
    result.middleRows(begin, end - begin).noalias() =
        kernel.middleCols(begin, end - begin).transpose() * vectors;
  });
  return result;
}

/// v -> Z Z^T v in double precision.
Eigen::VectorXd through(const DenseMatrix& z, const Eigen::VectorXd& v) {
  const Rows rows = z.view();
  Eigen::VectorXd inner = Eigen::VectorXd::Zero(rows.dim()), result(rows.size());
  const auto row = [&](Index i) {
    const auto values = rows.dense_row(i);
    return Eigen::Map<const Eigen::VectorXf>(values.data(), rows.dim()).cast<double>();
  };
  for (Index i = 0; i < rows.size(); ++i) inner += v[i] * row(i);
  for (Index i = 0; i < rows.size(); ++i) result[i] = row(i).dot(inner);
  return result;
}

}  // namespace

SpectralNorm norm_of(const Eigen::MatrixXd& kernel, double tolerance, int threads) {
  return spectral_norm(
      kernel.rows(), [&](const Eigen::VectorXd& v) -> Eigen::VectorXd { return product(kernel, v, threads); },
      tolerance, start_seed);
}

std::vector<SpectralNorm> error_norms(const Eigen::MatrixXd& kernel, std::span<const DenseMatrix> features,
                                      double tolerance, int threads) {
  const Index n = kernel.rows();
  std::vector<LanczosNorm> norms;
  for (std::size_t k = 0; k < features.size(); ++k) norms.emplace_back(n, tolerance, start_seed + k);
  for (;;) {
    std::vector<std::size_t> going;
    for (std::size_t k = 0; k < norms.size(); ++k)
      if (norms[k].next() != nullptr) going.push_back(k);
    if (going.empty()) break;
    Eigen::MatrixXd vectors(n, static_cast<Index>(going.size()));
    for (std::size_t c = 0; c < going.size(); ++c)
      vectors.col(static_cast<Index>(c)) = *norms[going[c]].next();
    const Eigen::MatrixXd products = product(kernel, vectors, threads);
    parallel_blocks(static_cast<Index>(going.size()), 1, threads, [&](Index begin, Index /*end*/) {
      const std::size_t k = going[static_cast<std::size_t>(begin)];
      norms[k].give(products.col(begin) - through(features[k], vectors.col(begin)));
    });
  }
  std::vector<SpectralNorm> results;
  for (const LanczosNorm& norm : norms) results.push_back(norm.result());
  return results;
}

}  // namespace sketchbench
