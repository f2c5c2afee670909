#pragma once
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace sketchbench::test {

/// The exact variance of <f(x), f(y)> for Tensor Sketching with fully random tables.
///
/// With F the Fourier transform of C_k x and G that of C_k y, the estimate is (1/D) sum over w of the product
/// over k of F_k(w) conj(G_k(w)), so its second moment is (1/D^2) sum over (w, v) of M(w, v)^p, where
///     M(w, v) = E[F(w) conj(G(w)) conj(F(v)) G(v)]
/// for one Count Sketch. Only index quadruples that pair up survive the signs, which leaves
///     M(w, v) = T + [w = v] (N - Q) + [w = -v mod D] (T - Q),
///     T = <x, y>^2, N = |x|^2 |y|^2, Q = sum of x_i^2 y_i^2.
/// w = v = -v mod D happens for g = gcd(2, D) frequencies. For p = 1 the result is Lemma 2 of the paper.
inline double tensor_sketch_variance(const std::vector<double>& x, const std::vector<double>& y, int degree,
                                     int D) {
  double inner = 0, xx = 0, yy = 0, q = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    inner += x[i] * y[i];
    xx += x[i] * x[i];
    yy += y[i] * y[i];
    q += x[i] * x[i] * y[i] * y[i];
  }
  const double t = inner * inner, same = xx * yy - q, mirrored = t - q;
  const double g = std::gcd(2, D), d = D;
  const double second_moment = ((d * d - 2 * d + g) * std::pow(t, degree) +
                                (d - g) * (std::pow(t + same, degree) + std::pow(t + mirrored, degree)) +
                                g * std::pow(t + same + mirrored, degree)) /
                               (d * d);
  return second_moment - std::pow(t, degree);
}

}  // namespace sketchbench::test
