#include "experiments/gram_error/measures.hpp"

#include <fmt/format.h>
#include <Eigen/Cholesky>

#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/learners/blocked_cholesky.hpp>
#include <sketchbench/learners/ridge/normal_equations.hpp>
#include <sketchbench/learners/ridge/row_passes.hpp>

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

namespace {

[[noreturn]] void fail_singular(const char* matrix, double lambda) {
  throw InputError(
      fmt::format("gram_error: {} + n lambda I is singular to double precision with \"lambda\" {:g}, "
                  "expected a larger one",
                  matrix, lambda));
}

Eigen::VectorXd in_double(std::span<const float> y) {
  return Eigen::Map<const Eigen::VectorXf>(y.data(), static_cast<Index>(y.size())).cast<double>();
}

/// |Z w - y|^2. Each block's share is added in the blocks' order, whoever computed it.
double squared_error(const RowBlocks& rows, const Eigen::VectorXd& w, const Eigen::VectorXd& y, int threads) {
  std::vector<double> of_block(static_cast<std::size_t>((rows.size() + rows_per_block - 1) / rows_per_block));
  for_each_block(rows, 0, rows.size(), threads, [&](Index begin, const RowBlock& block) {
    of_block[static_cast<std::size_t>(begin / rows_per_block)] =
        (block.cast<double>() * w - y.segment(begin, block.rows())).squaredNorm();
  });
  double sum = 0;
  for (const double error : of_block) sum += error;
  return sum;
}

}  // namespace

double training_optimum(Eigen::MatrixXd kernel, std::span<const float> y, double lambda, int threads) {
  const Eigen::VectorXd targets = in_double(y);
  kernel.diagonal().array() += static_cast<double>(kernel.rows()) * lambda;
  if (!factorise(kernel, threads)) fail_singular("K", lambda);
  return lambda / 2 * targets.dot(solve_with_factor(kernel, targets));
}

double training_optimum(const Rows& features, std::span<const float> y, double lambda, int threads) {
  const StoredRows rows(features);
  const auto n = static_cast<double>(rows.size());
  NormalEquations equations =
      normal_equations(rows, y, Origin{.x = Eigen::VectorXd::Zero(rows.dim())}, threads);
  equations.xx.diagonal().array() += n * lambda;
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(equations.xx);
  if (factor.info() != Eigen::Success) fail_singular("Z^T Z", lambda);
  const Eigen::VectorXd w = factor.solve(equations.xy);
  return lambda / 2 * w.squaredNorm() + squared_error(rows, w, in_double(y), threads) / (2 * n);
}

}  // namespace sketchbench
