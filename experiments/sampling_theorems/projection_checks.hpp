#pragma once
#include <Eigen/Core>
#include <functional>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include "experiments/sampling_theorems/theorem_check.hpp"

namespace sketchbench {

/// What Theorem 6 of Achlioptas, McSherry & Schölkopf 2001 asks for.
struct ProjectionTheorem {
  double epsilon = 0;  ///< in (0, 3/2): from there on the formula for s has no meaning
  double beta = 1;     ///< it fails with probability n^-beta at most

  /// (4 + 2 beta) / (epsilon^2 / 2 - epsilon^3 / 3) log n, rounded up.
  Index s(Index n) const;
};

/// Inner products and squared lengths of all pairs of two sets of points.
struct PairGeometry {
  Eigen::MatrixXd inner;           ///< n_x x n_y
  Eigen::VectorXd norm_x, norm_y;  ///< |x_i|^2, |y_j|^2
};
PairGeometry pair_geometry(const Rows& x, const Rows& y, int threads);

/// The largest errors over all pairs, of a projection whose squared lengths and inner products are to be
/// multiplied by `scale`.
struct PairErrors {
  double distance =
      0;             ///< of |x - y|^2, relative; pairs that single precision cannot tell apart are left out
  double inner = 0;  ///< of <x, y>, divided by |x|^2 + |y|^2
};
PairErrors pair_errors(const PairGeometry& exact, const PairGeometry& projected, double scale = 1);

/// x P for a projection of that seed to s dimensions with E |x P|^2 = |x|^2.
using Projection = std::function<DenseMatrix(const Rows& x, Index s, Seed seed)>;

/// Theorem 6 on all pairs of a row of x and one of y, for `draws` projections; with P = p / sqrt(s), and as
/// printed, P = p / sqrt(d), whose squared lengths have the mean s / d |x|^2.
std::vector<TheoremCheck> check_projection(const Rows& x, const Rows& y, const ProjectionTheorem& theorem,
                                           Index draws, const Projection& projection, int threads);

}  // namespace sketchbench
