#include <sketchbench/numerics/spectral_norm.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

Eigen::VectorXd random_direction(Index n, Seed seed) {
  RandomStream random(seed, "spectral_norm.start");
  Eigen::VectorXd v(n);
  for (double& value : v) value = random.normal();
  return v.normalized();
}

/// |the last coordinate| of the eigenvector for theta, the largest eigenvalue of a tridiagonal matrix T for
/// sign = 1 and the smallest for sign = -1; `below` is positive. By inverse iteration with sign (theta I -
/// T), which is semi-definite, and a shift beyond rounding that makes it definite, in O(m). The start has the
/// signs of the eigenvector (all alike, or in turn), so that it has a part of at least 1 / sqrt(m) in it.
double last_coordinate(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& below, double theta,
                       double sign) {
  const Index m = diagonal.size();
  const double shift =
      1e-14 * (std::abs(theta) + diagonal.cwiseAbs().maxCoeff()) + std::numeric_limits<double>::min();
  // With coordinates times their signs the matrix has -below beside its diagonal: L D L^T, where L has
  // -ratio.
  Eigen::VectorXd pivots(m), ratios(m);
  for (Index i = 0; i < m; ++i) {
    const double taken = i == 0 ? 0 : below(i - 1) * ratios(i - 1);
    pivots(i) = std::max(sign * (theta - diagonal(i)) + shift - taken, 1e-3 * shift);
    ratios(i) = i + 1 < m ? below(i) / pivots(i) : 0;
  }
  Eigen::VectorXd v = Eigen::VectorXd::Constant(m, 1 / std::sqrt(static_cast<double>(m)));
  for (int iteration = 0; iteration < 3; ++iteration) {
    for (Index i = 1; i < m; ++i) v(i) += ratios(i - 1) * v(i - 1);
    v.array() /= pivots.array();
    for (Index i = m - 1; i > 0; --i) v(i - 1) += ratios(i - 1) * v(i);
    v /= v.cwiseAbs().maxCoeff();  // whose square may be beyond the range before
    v.normalize();
  }
  return std::abs(v(m - 1));
}

/// Of the n-dimensional space, `basis` leaves nothing: what is left of a vector is rounding.
constexpr double nothing_left = 1e-13;

}  // namespace

LanczosNorm::LanczosNorm(Index n, double tolerance, Seed seed, int most_products)
    : tolerance_(tolerance),
      most_products_(static_cast<int>(std::min<Index>(std::max(most_products, 1), n))) {
  basis_.push_back(random_direction(n, seed));
}

void LanczosNorm::give(Eigen::VectorXd product) {
  if (!product.allFinite()) fail_not_finite("a product of the matrix whose spectral norm is wanted");
  alpha_.push_back(basis_.back().dot(product));
  const double length = product.norm();
  // Twice: one pass leaves of the others' parts as much as it cancels of its own digits.
  for (int pass = 0; pass < 2; ++pass)
    for (const Eigen::VectorXd& v : basis_) product -= v.dot(product) * v;
  const double beta = product.norm();
  const bool invariant = beta <= nothing_left * length || length == 0;
  ++result_.products;
  read_ritz_value(invariant ? 0 : beta);
  result_.converged = result_.residual <= tolerance_ * result_.value;
  done_ = invariant || result_.converged || result_.products >= most_products_;
  if (done_) return;
  beta_.push_back(beta);
  basis_.push_back(std::move(product) / beta);
}

void LanczosNorm::read_ritz_value(double beta) {
  const Eigen::VectorXd diagonal =
      Eigen::Map<const Eigen::VectorXd>(alpha_.data(), static_cast<Index>(alpha_.size()));
  const Eigen::VectorXd below =
      Eigen::Map<const Eigen::VectorXd>(beta_.data(), static_cast<Index>(beta_.size()));
  // Eigenvalues alone take O(m^2) after m products, and all of the eigenvectors O(m^3).
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, below, Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) fail_not_finite("a value of the matrix whose spectral norm is wanted");
  const Eigen::VectorXd& values = solver.eigenvalues();
  const Index last = values.size() - 1;
  const bool negative = std::abs(values[0]) > std::abs(values[last]);
  const double theta = values[negative ? 0 : last];
  result_.value = std::abs(theta);
  result_.residual = beta == 0 ? 0 : beta * last_coordinate(diagonal, below, theta, negative ? -1 : 1);
}

SpectralNorm spectral_norm(Index n, const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& product,
                           double tolerance, Seed seed) {
  LanczosNorm norm(n, tolerance, seed);
  while (const Eigen::VectorXd* v = norm.next()) norm.give(product(*v));
  return norm.result();
}

}  // namespace sketchbench
