#pragma once
#include <optional>

#include "features/estimator_variance.hpp"

namespace sketchbench {

// What Pham & Pagh 2013 promise of X = <f(x), f(y)>, the estimate of kappa = <x, y>^p by Tensor Sketching
// with D features. Count Sketch is the case p = 1. Lemma 6 is lemma6_variance() (estimator_variance.hpp).
// Where a lemma bounds a probability in terms of an error, its inverse is here too: the error at which the
// bound has a given value.

/// Lemma 2, an equality: Var X = (sum over i != j of x_i^2 y_j^2 + x_i y_i x_j y_j) / D for p = 1.
double lemma2_variance(const PairMoments& pair, Index D);

/// Lemma 3: Var X <= (<x, y>^2 + |x|^2 |y|^2) / D for p = 1.
double lemma3_variance(const PairMoments& pair, Index D);

/// Lemma 7: P[|X - kappa| >= error |kappa|] <= 2 / (D error^2 cos^2p), cos the cosine of the angle between x
/// and y. It says nothing where <x, y> = 0; the bound is infinite there.
double lemma7_tail(const PairMoments& pair, int degree, Index D, double relative_error);
double lemma7_relative_error(const PairMoments& pair, int degree, Index D, double tail);

/// Lemma 8: |X| <= R^2p in every draw, R the larger of the 1-norms of x and y.
double lemma8_largest(double one_norm_x, double one_norm_y, int degree);

/// Lemma 9, for the average of `count` independent estimates that lie in [-range, range], as Lemma 8's R^2p
/// says: P[|average - kappa| >= error] <= 2 exp(-count error^2 / (2 range^2)).
double lemma9_tail(double range, Index count, double error);
double lemma9_error(double range, Index count, double tail);

/// Lemma 10: P[|<f(x), f(x)> - 1| >= error] <= 2 delta for |x| = 1, on two conditions:
///     largest^p <= error / (18 sqrt(log(1/delta) log(D/delta)))   and   D >= 72 log(1/delta) / error^2,
/// with `largest` the largest coordinate of x in absolute value and natural logarithms. Both ask the error to
/// be large; this is the smallest one that they admit. None when that is 1 or more, for which the lemma does
/// not speak. delta in (0, 1).
std::optional<double> lemma10_error(double largest, int degree, Index D, double delta);

}  // namespace sketchbench
