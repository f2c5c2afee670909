#pragma once
#include <sketchbench/numerics/eigensolvers/rayleigh_ritz.hpp>
#include <string_view>

namespace sketchbench {

/// Orthogonal iteration on k vectors, a pass at a time: measure() takes the Ritz pairs of the space,
/// advance() goes on to the next.
///
///     Q <- an orthonormal basis of (A + sigma I) Q
///
/// With sigma = 0 this is the iteration of Achlioptas, McSherry & Schölkopf (2001, section 2), whose space
/// turns to the eigenvalues of largest absolute value. Those of largest value are wanted, and a sparsified or
/// quantised Gram matrix has negative ones that may be larger. sigma, the same product with A, sets them
/// right:
///
///     sigma = max(0, -(theta_min + theta_{l+1}) / 2)
///
/// of the lowest Ritz value met so far and that of the first guard vector. It is 0 for a positive
/// semi-definite matrix, but for rounding. Ritz values are within the spectrum and theta_{l+1} is at most
/// eigenvalue l + 1, so that once theta_min has found the lowest eigenvalue, no |lambda + sigma| of a
/// negative one is above that of eigenvalue l + 1.
class SubspaceIteration {
 public:
  /// k = min(l + guards, m) vectors, from random directions that (seed, purpose) draws. `a` outlives it.
  SubspaceIteration(const SymmetricOperator& a, Index l, Index guards, Seed seed, std::string_view purpose,
                    int threads);

  void measure();
  void advance();

  int passes() const { return passes_; }
  /// Whether the pairs are as good as asked, and have been iterated on with a shift that leads to the largest
  /// by value. A space of all m dimensions has nothing better to go on to.
  bool converged(double tolerance) const;
  bool has_all_dimensions() const { return basis_.cols() == basis_.rows(); }

  /// As last measured.
  const Eigenpairs& pairs() const { return pairs_; }

 private:
  const SymmetricOperator& a_;
  Index l_;
  int threads_;
  Eigen::MatrixXd basis_;
  RitzPairs ritz_;
  Eigenpairs pairs_;
  double shift_ = 0;    ///< sigma, with which the basis was made
  double lowest_ = 0;   ///< theta_min, or 0
  double largest_ = 0;  ///< |theta| met so far
  int passes_ = 0;
};

}  // namespace sketchbench
