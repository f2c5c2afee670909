#include "kernels/spectral_norm.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.hpp"
#include "core/random.hpp"

namespace sketchbench {
namespace {

Eigen::VectorXd random_direction(Index n, Seed seed) {
  RandomStream random(seed, "spectral_norm.start");
  Eigen::VectorXd v(n);
  for (double& value : v) value = random.normal();
  return v.normalized();
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
  if (!product.allFinite()) throw Error("a product of the spectral norm is not finite");
  alpha_.push_back(basis_.back().dot(product));
  const double length = product.norm();
  // Twice: one pass leaves of the others' parts as much as it cancels of its own digits.
  for (int pass = 0; pass < 2; ++pass)
    for (const Eigen::VectorXd& v : basis_) product -= v.dot(product) * v;
  const double beta = product.norm();
  const bool invariant = beta <= nothing_left * length || length == 0;
  ++result_.products;
  read_ritz_values(invariant ? 0 : beta);
  done_ = invariant || converged() || result_.products >= most_products_;
  if (done_) return;
  beta_.push_back(beta);
  basis_.push_back(std::move(product) / beta);
}

void LanczosNorm::read_ritz_values(double beta) {
  const auto diagonal = Eigen::Map<const Eigen::VectorXd>(alpha_.data(), static_cast<Index>(alpha_.size()));
  const auto below = Eigen::Map<const Eigen::VectorXd>(beta_.data(), static_cast<Index>(beta_.size()));
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, below);
  const Eigen::VectorXd& values = solver.eigenvalues();
  const Index last = values.size() - 1, at = std::abs(values[0]) > std::abs(values[last]) ? 0 : last;
  result_.value = std::abs(values[at]);
  result_.residual = beta * std::abs(solver.eigenvectors()(last, at));
}

SpectralNorm spectral_norm(Index n, const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& product,
                           double tolerance, Seed seed) {
  LanczosNorm norm(n, tolerance, seed);
  while (const Eigen::VectorXd* v = norm.next()) norm.give(product(*v));
  return norm.result();
}

}  // namespace sketchbench
