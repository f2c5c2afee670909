#include <sketchbench/learners/ridge/shifted_tridiagonal.hpp>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace sketchbench {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Tridiagonal tridiagonalise(MatrixXd&& a) {
  const Eigen::Tridiagonalization<MatrixXd> made(a);
  a.resize(0, 0);
  return {.q = made.matrixQ(), .diagonal = made.diagonal(), .subdiagonal = made.subDiagonal()};
}

ShiftedFactor::ShiftedFactor(const Tridiagonal& t, double lambda)
    : l_(t.subdiagonal.size()), d_(t.diagonal.array() + lambda) {
  const Index n = d_.size();
  const VectorXd shifted = d_;
  trace_ = shifted.sum();
  for (Index k = 0; k + 1 < n; ++k) {
    l_(k) = t.subdiagonal(k) / d_(k);
    d_(k + 1) -= l_(k) * t.subdiagonal(k);
  }
  // The inverse's diagonal, from the pivots of elimination in both directions.
  // One that is not above 0, or no number, says that T + lambda I is not definite to double precision.
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double backward = shifted(n - 1);
  for (Index k = n - 1;; --k) {
    const double pivot = d_(k) + (backward - shifted(k));
    largest_of_inverse_ = pivot > 0 ? std::max(largest_of_inverse_, 1 / pivot) : infinity;
    if (k == 0) break;
    backward = shifted(k - 1) - t.subdiagonal(k - 1) * t.subdiagonal(k - 1) / backward;
  }
}

bool ShiftedFactor::is_regular(double scale) const {
  const double size = std::max(scale, trace_);
  return std::isfinite(size) && (d_.array() > 0).all() &&
         size * largest_of_inverse_ * std::numeric_limits<double>::epsilon() < 1;
}

VectorXd ShiftedFactor::forward(const VectorXd& b) const {
  VectorXd u = b;
  for (Index k = 1; k < u.size(); ++k) u(k) -= l_(k - 1) * u(k - 1);
  return u;
}

VectorXd ShiftedFactor::solve(const VectorXd& b) const {
  VectorXd x = forward(b).cwiseQuotient(d_);
  for (Index k = x.size() - 1; k > 0; --k) x(k - 1) -= l_(k - 1) * x(k);
  return x;
}

ShiftedFactor::Forms ShiftedFactor::forms(const MatrixXd& z, const VectorXd& forward_b) const {
  Forms sums{.squares = VectorXd::Zero(z.rows()), .products = VectorXd::Zero(z.rows())};
  VectorXd u = z.col(0);
  for (Index k = 0; k < d_.size(); ++k) {
    if (k > 0) u = z.col(k) - l_(k - 1) * u;
    sums.squares += u.cwiseAbs2() / d_(k);
    sums.products += u * (forward_b(k) / d_(k));
  }
  return sums;
}

}  // namespace sketchbench
