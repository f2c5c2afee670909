#include "experiments/gram_error/training_optimum.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/blocked_cholesky.hpp>
#include <sketchbench/learners/ridge/normal_equations.hpp>
#include <sketchbench/learners/ridge/row_passes.hpp>

namespace sketchbench {
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
