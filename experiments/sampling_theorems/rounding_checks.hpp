#pragma once
#include <Eigen/Core>
#include <functional>
#include <vector>

#include "experiments/sampling_theorems/theorem_check.hpp"

namespace sketchbench {

/// What Theorem 5 of Achlioptas, McSherry & Schölkopf 2001 asks for; its logarithms are natural.
struct RoundingTheorem {
  double c = 1;        ///< no kernel value is larger: Inequality 1 needs more than an interval of width c
  double epsilon = 0;  ///< relative error, in (0, 2/3)
  double T = 0;        ///< f is trivial below T sqrt(log m)

  /// 2 c sqrt(m) / (epsilon T)
  double s(Index m) const;
  /// T sqrt(log m)
  double threshold(Index m) const;
};

/// A coefficient vector of length 1, rounded with s: unbiased, with the 1 / s already in.
using Rounding = std::function<Eigen::VectorXd(const Eigen::VectorXd& alpha, double s, Seed seed)>;

/// Theorem 5 on the columns of `alphas` (m x l, of length 1), rounded `draws` times each with seeds of their
/// own, and on the points whose kernel values are the columns of `kernel_values` (m x t). A trial is one
/// rounding of one column: of all points of one rounding together, since they err together, so that t / m^3
/// is allowed.
std::vector<TheoremCheck> check_rounding(const Eigen::MatrixXd& alphas, const Eigen::MatrixXd& kernel_values,
                                         const RoundingTheorem& theorem, Index draws,
                                         const Rounding& rounding);

}  // namespace sketchbench
