#pragma once
#include <optional>

#include <sketchbench/features/estimator_variance.hpp>

namespace sketchbench {

// What Pham & Pagh 2013 promise of X = <f(x), f(y)>, the estimate of kappa = <x, y>^p by Tensor Sketching
// with D features. Count Sketch is the case p = 1. Lemma 6 is lemma6_variance() (estimator_variance.hpp).
// Its Definition 1 asks for hash functions that are 2-wise independent. The variances are those of fully
// random tables: the products of four signs in them have the mean that they need only where any four signs
// are independent.
// Where a lemma bounds a probability in terms of an error, its inverse is here too: the error at which the
// bound has a given value.

/// Lemma 2, an equality: Var X = (sum over i != j of x_i^2 y_j^2 + x_i y_i x_j y_j) / D for p = 1.
double lemma2_variance(const PairMoments& pair, Index D);

/// Lemma 3: Var X <= (<x, y>^2 + |x|^2 |y|^2) / D for p = 1.
double lemma3_variance(const PairMoments& pair, Index D);

/// What holds in place of Lemma 6, as later work cites it from the authors' journal version (arXiv
/// 2505.08146):
///     Var X <= ((2 T + N - 2 Q)^p - T^p) / D,   T = <x, y>^2, N = |x|^2 |y|^2, Q = sum of x_i^2 y_i^2,
/// for fully random tables, or 4-wise independent signs and buckets. For p = 1 it is Lemma 2. By
/// tensor_sketch_variance() it holds for p >= 2 where T >= Q (corrected_bound_applies): with
/// f(u) = (T + u)^p - T^p, which is convex and f(0) = 0, the variance is a mean of f(N - Q) + f(T - Q) and
/// f(N + T - 2 Q) over D, and the first is no larger than the second as long as both arguments are >= 0.
/// Elsewhere it can be too low: for x = (1, 1), y = (1, -1), p = 2 and D = 3 the variance is 16/9, this is 0.
double corrected_variance_bound(const PairMoments& pair, int degree, Index D);
/// T >= Q: the products x_i y_i x_j y_j of different i and j sum to 0 or more, as they do where no coordinate
/// is negative.
bool corrected_bound_applies(const PairMoments& pair);

/// Var X <= (3^p - 1) |x|^2p |y|^2p / D, for every pair: where T >= Q it is what the bound above comes to at
/// the largest T, which is N; elsewhere the variance is at most N^p / D.
double variance_bound_by_norms(const PairMoments& pair, int degree, Index D);

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
