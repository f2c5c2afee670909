#pragma once
#include <functional>

#include <sketchbench/features/degree_measure.hpp>
#include <sketchbench/kernels/polynomial.hpp>

namespace sketchbench {

/// All that the variance of <f(x), f(y)> depends on, in double precision.
struct PairMoments {
  double inner = 0;    ///< <x, y>
  double norm_x = 0;   ///< |x|^2
  double norm_y = 0;   ///< |y|^2
  double squares = 0;  ///< Q = sum over i of x_i^2 y_i^2
};

/// The variance of a map's estimate as a function of the pair.
using PairVariance = std::function<double(const PairMoments&)>;

PairMoments pair_moments(const Rows& x, Index i, const Rows& y, Index j);

/// The same pair with one more coordinate sqrt(coef0) in x and in y, which turns (coef0 + <x, y>)^p into a
/// homogeneous kernel: coef0 is added to <x, y>, |x|^2 and |y|^2, and coef0^2 to Q.
PairMoments with_constant(const PairMoments& pair, double coef0);

/// The exact variance of <f(x), f(y)> for Tensor Sketching with fully random tables, as TensorSketch draws
/// them.
///
/// With F_k the Fourier transform of C_k x and G_k that of C_k y, the estimate is (1/D) sum over w of the
/// product over k of F_k(w) conj(G_k(w)), so its second moment is (1/D^2) sum over (w, v) of M(w, v)^p, where
///     M(w, v) = E[F(w) conj(G(w)) conj(F(v)) G(v)]
/// for one Count Sketch. Only index quadruples that pair up survive the signs, which leaves
///     M(w, v) = T + [w = v] (N - Q) + [w = -v mod D] (T - Q),
///     T = <x, y>^2, N = |x|^2 |y|^2, Q = sum of x_i^2 y_i^2,
/// of the vectors with the constant's coordinate (with_constant). w = v = -v mod D happens for g = gcd(2, D)
/// frequencies. For p = 1 the result is Lemma 2 of Pham & Pagh 2013.
double tensor_sketch_variance(const PairMoments& pair, const PolynomialKernel& kernel, Index D);

/// The bound of Pham & Pagh 2013, Lemma 6: (kappa^2 + |x|^2p |y|^2p) / D, with the constant's coordinate in x
/// and y. It holds for p = 1 and tables whose signs are 4-wise independent, as fully random ones are; the
/// paper asks for 2-wise independence. For p >= 2 its proof takes the sign S of the tensor product to be
/// 4-wise independent, which a product of signs is not, and the exact variance can be larger. For parallel x
/// and y of many equal coordinates (Q = 0 in the limit) it is
///     (1 - g/D) (2^p - 1) + (g/D) (3^p - 1) / 2,  g = gcd(2, D),
/// times the bound, by tensor_sketch_variance(): for large D nearly 2^p - 1 (3, 7 and 15 for p = 2, 3 and 4),
/// for small D more, up to (3^p - 1) / 2 (4, 13 and 40) for D = 1 and 2. What holds in its place is
/// corrected_variance_bound() (count_sketch_bounds.hpp).
double lemma6_variance(const PairMoments& pair, const PolynomialKernel& kernel, Index D);

/// The exact variance of <f(x), f(y)> for `count` Random Maclaurin features (MaclaurinFeatures).
///
/// One feature contributes X = (a_N / P(N)) times the product over j = 1 .. N of <w_j, x> <w_j, y> with
/// Rademacher vectors w_j, or 0 where the kernel lacks the degree N. With
///     M = E[<w, x>^2 <w, y>^2] = |x|^2 |y|^2 + 2 <x, y>^2 - 2 Q
/// (the three ways to pair four indices, less what they count twice too often when all are equal),
///     E[X] = sum of a_n <x, y>^n,  E[X^2] = sum of (a_n^2 / P(n)) M^n  over the measure's terms,
/// and the variance is (E[X^2] - E[X]^2) / count. The constant is in the coefficients, not in the vectors.
double maclaurin_variance(const PairMoments& pair, const DegreeMeasure& measure, Index count);

}  // namespace sketchbench
