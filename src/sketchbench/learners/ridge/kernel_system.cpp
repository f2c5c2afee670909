#include <sketchbench/learners/ridge/kernel_system.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/blocked_cholesky.hpp>
#include <sketchbench/learners/ridge/lambda.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index rows_per_task = 64;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double eps = std::numeric_limits<double>::epsilon();
// Of G_ii, what is left without the constant's share is at least 1 - 1/n: the constant is the mean diagonal,
// so that no eigenvalue of K is above n of it. Less than this is rounding.
constexpr double least_left = 1e-10;

void require_finite_values(const MatrixXd& k, const Kernel& kernel) {
  for (Index j = 0; j < k.cols(); ++j)
    for (Index i = j; i < k.rows(); ++i)
      if (!std::isfinite(k(i, j)))
        throw InputError(fmt::format("the kernel {} of the training rows {} and {} is {}: {}",
                                     kernel.display(), j + 1, i + 1, k(i, j),
                                     scaling_advice({kernel.advice()})));
}

/// Whether the values differ by no more than their rounding: no row is told from another.
bool all_alike(const MatrixXd& k) {
  const double most = k.maxCoeff();
  return most - k.minCoeff() <= 8 * eps * std::abs(most);
}

/// (I - 1 p^T) K (I - p 1^T) with shares p of the rows, 1/n each without weights.
VectorXd centre(MatrixXd& k, const VectorXd& roots, int threads) {
  VectorXd means;
  double mean = 0;
  if (roots.size() == 0) {
    means = k.colwise().mean();
    mean = means.mean();
  } else {
    const VectorXd share = roots.array().square() / roots.squaredNorm();
    means = k.transpose() * share;
    mean = means.dot(share);
  }
  parallel_blocks(k.cols(), rows_per_task, threads, [&](Index begin, Index end) {
    for (Index j = begin; j < end; ++j) k.col(j).array() += (mean - means(j)) - means.array();
  });
  return means;
}

/// alpha_i / G_ii, squared and averaged over the rows.
double mean_squared_loo(const VectorXd& alpha, const VectorXd& inverse_diagonal, const KernelSystem& system,
                        double lambda) {
  const Eigen::ArrayXd constant_share = system.share_of_constant(lambda);
  if (system.constant > 0 && alpha.size() < 2) return infinity;  // no row is left that gives an intercept
  const auto left = inverse_diagonal.array() - constant_share;
  if (!(left > least_left * inverse_diagonal.array()).all()) return infinity;
  const double error = (alpha.array() / left).square().sum() / system.total_weight();
  return std::isfinite(error) ? error : infinity;
}

}  // namespace

void KernelSystem::set_targets(std::span<const float> targets) {
  y = Eigen::Map<const Eigen::VectorXf>(targets.data(), std::ssize(targets)).cast<double>();
  mean_y = 0;
  if (row_means.size() > 0)
    mean_y = roots.size() == 0 ? y.mean() : y.dot(roots.cwiseAbs2()) / roots.squaredNorm();
  y.array() -= mean_y;
  if (roots.size() > 0) y.array() *= roots.array();
}

double KernelSystem::total_weight() const {
  return roots.size() == 0 ? static_cast<double>(y.size()) : roots.squaredNorm();
}

Eigen::ArrayXd KernelSystem::share_of_constant(double lambda) const {
  const double n = total_weight(), share = constant > 0 ? 1 / (n * (lambda + n * constant)) : 0;
  if (roots.size() == 0) return Eigen::ArrayXd::Constant(y.size(), share);
  return share * roots.array().square();
}

KernelSystem kernel_system(const Kernel& kernel, const Rows& x, std::span<const float> y, bool intercept,
                           int threads, std::span<const double> weights) {
  MatrixXd k = gram(kernel, x, threads);
  require_finite_values(k, kernel);
  return kernel_system(std::move(k), y, intercept, threads, weights);
}

KernelSystem kernel_system(MatrixXd k, std::span<const float> y, bool intercept, int threads,
                           std::span<const double> weights) {
  KernelSystem system{.k = std::move(k)};
  if (!weights.empty())
    system.roots = Eigen::Map<const VectorXd>(weights.data(), std::ssize(weights)).cwiseSqrt();
  system.trace_before_centring = system.k.trace();
  if (intercept) {
    const bool alike = all_alike(system.k);
    system.row_means = centre(system.k, system.roots, threads);
    if (alike) system.k.setZero();  // of which centring leaves rounding
  }
  if (!weights.empty()) {
    system.k = system.roots.asDiagonal() * system.k * system.roots.asDiagonal();
    system.trace_before_centring *= system.roots.cwiseAbs2().maxCoeff();
  }
  system.mean_diagonal = system.k.diagonal().mean();
  if (intercept) {
    system.constant = LambdaGrid::unit(system.mean_diagonal);
    if (weights.empty())
      system.k.array() += system.constant;
    else
      system.k.noalias() += system.constant * system.roots * system.roots.transpose();
  }
  system.set_targets(y);
  return system;
}

double to_coefficients(const KernelSystem& system, VectorXd& alpha) {
  const bool intercept = system.row_means.size() > 0;
  if (intercept) {
    if (system.mean_diagonal == 0)
      alpha.setZero();  // no row is told from another: the mean is all there is
    else if (system.roots.size() == 0)
      alpha.array() -= alpha.mean();  // their sum is 0 but for rounding
    else
      alpha -= system.roots.dot(alpha) / system.total_weight() * system.roots;
  }
  if (system.roots.size() > 0) alpha.array() *= system.roots.array();
  return intercept ? system.mean_y - alpha.dot(system.row_means) : 0;
}

KernelSolution solve(KernelSystem& system, double lambda, int threads, const char* learner) {
  system.k.diagonal().array() += lambda;
  const double size = std::max(system.trace_before_centring, system.k.trace());
  const bool positive = factorise(system.k, threads);
  const VectorXd diagonal = positive ? inverse_diagonal(system.k, threads) : VectorXd();
  if (!positive || !(size * diagonal.maxCoeff() * eps < 1))
    throw InputError(
        fmt::format("{}: K + lambda I is singular to double precision with lambda = {:g}: {} "
                    "lambda, or scale the data",
                    learner, lambda, std::isfinite(size * lambda) ? "raise" : "lower"));
  KernelSolution solution{.alpha = solve_with_factor(system.k, system.y)};
  solution.loo_error = mean_squared_loo(solution.alpha, diagonal, system, lambda);
  return solution;
}

std::vector<double> kernel_loo_errors(const KernelSystem& system, const Tridiagonal& t,
                                      std::span<const double> lambdas, int threads) {
  const VectorXd turned_y = t.q.transpose() * system.y;
  std::vector<double> errors;
  for (const double lambda : lambdas) {
    const ShiftedFactor factor(t, lambda);
    const VectorXd forward_y = factor.forward(turned_y);
    VectorXd alpha(system.y.size()), diagonal(system.y.size());
    parallel_blocks(system.y.size(), rows_per_task, threads, [&](Index begin, Index end) {
      const auto [squares, products] = factor.forms(t.q.middleRows(begin, end - begin), forward_y);
      diagonal.segment(begin, end - begin) = squares;
      alpha.segment(begin, end - begin) = products;
    });
    errors.push_back(factor.is_regular(system.trace_before_centring)
                         ? mean_squared_loo(alpha, diagonal, system, lambda)
                         : infinity);
  }
  return errors;
}

VectorXd solve(const KernelSystem& system, const Tridiagonal& t, double lambda) {
  return t.q * ShiftedFactor(t, lambda).solve(t.q.transpose() * system.y);
}

}  // namespace sketchbench
