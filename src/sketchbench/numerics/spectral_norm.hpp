#pragma once
#include <Eigen/Core>
#include <functional>
#include <optional>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// The largest absolute eigenvalue of a symmetric matrix that is known by its products with vectors alone.
struct SpectralNorm {
  double value = 0;     ///< never above the norm, but for rounding
  double residual = 0;  ///< an eigenvalue's absolute value is within this of `value`
  int products = 0;     ///< that it took
  /// Whether `residual` is within the tolerance; false where `most_products` came first. `value` is then a
  /// lower bound still, and `residual` says how far it may be off.
  bool converged = false;
};

/// Lanczos' method (1950) with full reorthogonalisation, from a random start, one product at a time, so that
/// several matrices that share a costly part can go on together:
///
///     LanczosNorm norm(n, 1e-3, seed);
///     while (const Eigen::VectorXd* v = norm.next()) norm.give(A * *v);
///     norm.result().value;
///
/// It ends when the residual |A u - theta u| of the largest Ritz value is at most `tolerance` times it, or
/// after `most_products`, with SpectralNorm::converged as false. A start that happens to have no part in the
/// largest eigenvector would give a smaller eigenvalue; a random one has with probability 1. n >= 1; memory:
/// 8 n bytes for each product.
class LanczosNorm {
 public:
  static constexpr int most_products_by_default = 300;

  LanczosNorm(Index n, double tolerance, Seed seed, int most_products = most_products_by_default);

  /// The vector of length 1 whose product is wanted; null at the end.
  const Eigen::VectorXd* next() const { return done_ ? nullptr : &basis_.back(); }
  /// A times *next(). Throws Error where it is not finite.
  void give(Eigen::VectorXd product);

  const SpectralNorm& result() const { return result_; }

 private:
  void read_ritz_value(double beta);

  double tolerance_;
  int most_products_;
  bool done_ = false;
  std::vector<Eigen::VectorXd> basis_;
  std::vector<double> alpha_, beta_;  ///< diagonal and subdiagonal of the tridiagonal matrix
  SpectralNorm result_;
};

/// The same for one matrix, with most_products_by_default: whoever needs the tolerance asks for `converged`.
SpectralNorm spectral_norm(Index n, const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& product,
                           double tolerance, Seed seed);

}  // namespace sketchbench
