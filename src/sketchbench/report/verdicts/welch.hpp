#pragma once
#include <limits>
#include <span>

#include <sketchbench/report/mean_interval.hpp>

namespace sketchbench {

/// A part of the variance of a sum of independent means, and how well it is known.
struct VariancePart {
  double variance = 0;
  /// Degrees of freedom of its estimate, n - 1 for n values; infinite for one that is known.
  double freedom = std::numeric_limits<double>::infinity();
};

/// A number made of independent means whose variances need not be alike, with Welch's t: the statistic
/// (estimate - truth) / error is taken for Student's with Satterthwaite's degrees of freedom (Welch 1947,
/// "The generalization of 'Student's' problem when several different population variances are involved",
/// Biometrika 34; Satterthwaite 1946, Biometrics Bulletin 2).
struct WelchEstimate {
  double estimate = 0;
  double error = 0;  ///< standard error; 0: known exactly but for the bound; infinite: nothing is known of it
  double freedom = std::numeric_limits<double>::infinity();
  /// How far it may be off besides, in either direction and with certainty, as by the rounding of a number in
  /// print.
  double bound = 0;

  /// The interval of that confidence, in (0, 1), wider by the bound on both sides.
  MeanInterval interval(double confidence) const;
  /// The probability of an estimate at least this far from 0, if the truth were as near to 0 as the bound
  /// allows it to be seen: p <= 1 - confidence if and only if the interval leaves 0 out, or just touches it.
  double p_value() const;
};

/// The smallest true number, in size, that a test of 0 at `level` finds with probability `power`, 0.8 by
/// custom: from the noncentral t distribution, its error and freedom taken for known, and wider by the bound.
/// Without it a number that is not told from 0 says nothing. Infinite where the error is. Both in (0, 1),
/// power above the level.
double detectable(const WelchEstimate& estimate, double level, double power = 0.8);

/// With the sum of the parts as its variance. An infinite part makes the error infinite.
WelchEstimate welch_estimate(double estimate, std::span<const VariancePart> parts, double bound = 0);

}  // namespace sketchbench
