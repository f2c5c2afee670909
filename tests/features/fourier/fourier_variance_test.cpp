// The variances of maps whose frequencies depend on each other, against formulas for them; that of
// independent ones is in fourier_maps_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "features/feature_map.hpp"
#include "features/fourier/phase_features.hpp"
#include "features/hadamard/walsh_hadamard.hpp"
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

/// Estimates of one pair over seeds 0 .. 9,999.
test::Sample estimates(const std::string& map, MapRequest request, const DenseMatrix& x) {
  test::Sample sample;
  for (Seed seed = 0; seed < 10'000; ++seed) {
    request.seed = seed;
    const DenseMatrix z = test::mapped(*make_feature_map(map, request), x.view());
    sample.add(inner_product(z.view(), 0, z.view(), 1));
  }
  return sample;
}

double squared_distance(const DenseMatrix& x) {
  double sum = 0;
  for (Index k = 0; k < x.d; ++k) sum += std::pow(double{x.row(0)[k]} - double{x.row(1)[k]}, 2);
  return sum;
}

/// E cos<z, v> cos<z', v> for two orthogonal frequencies of Yu et al. 2016, each as long as a normal vector
/// by itself: z + z' has the squared length of one with 2 d coordinates and any direction, so that with t =
/// |v| / sigma the series of the cosine has the mean
///     sum over k of (-t^2)^k / k! (d)_k / (2^k (d/2)_k) = 1F1(d; d/2; -t^2 / 2) = e^-s 1F1(-d/2; d/2; s)
/// with s = t^2 / 2, by Kummer's transformation.
double mean_of_orthogonal_cosines(Index d, double t_squared) {
  const double s = t_squared / 2, half = static_cast<double>(d) / 2;
  double term = std::exp(-s), sum = term;
  for (int k = 0; k < 200; ++k) {
    term *= (k - half) / (k + half) * s / (k + 1);
    sum += term;
  }
  return sum;
}

/// Frequencies in blocks of d, weighted as features are: 2 / D a pair, 1 / D a lone one.
double orthogonal_variance(Index d, Index D, double t_squared) {
  const double k = std::exp(-t_squared / 2), k2 = std::pow(k, 4);
  const double covariance = mean_of_orthogonal_cosines(d, t_squared) - k * k;
  const Index count = PhaseFeatures::frequencies(D, FourierForm::pairs);
  const auto weight = [&](Index j) { return (j < D / 2 ? 2.0 : 1.0) / static_cast<double>(D); };
  double variance = fourier_variance(D, FourierForm::pairs, k, k2);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j)
      if (i != j && i / d == j / d) variance += weight(i) * weight(j) * covariance;
  return variance;
}

TEST(OrthogonalCosines, HaveTheMeansThatAreKnown) {
  for (const double t : {0.1, 1.0, 4.0}) {
    // In two dimensions, 1F1(2; 1; -s) = e^-s (1 - s).
    EXPECT_NEAR(mean_of_orthogonal_cosines(2, t), std::exp(-t / 2) * (1 - t / 2), 1e-14);
    EXPECT_NEAR(mean_of_orthogonal_cosines(100'000, t), std::exp(-t), 1e-4) << "independent in the limit";
  }
}

// 10,000 seeds (fixed); a variance beyond 5 of its standard errors with a probability of 6e-7 for a normal
// law, 10 comparisons. One block, one that is not full, an odd D, two blocks.
TEST(OrthogonalFeatures, HaveTheVarianceOfTheirFormula) {
  for (const Index d : {2, 4})
    for (const Index D : {4, 5, 8, 12, 16}) {
      const DenseMatrix x = test::sample_rows(2, d, 1, 9);
      const double sigma = 0.8;
      const test::Sample sample = estimates("orf", {.d_in = d, .kernel = GaussianKernel{sigma}, .D = D}, x);
      EXPECT_NEAR(sample.variance(), orthogonal_variance(d, D, squared_distance(x) / (sigma * sigma)),
                  5 * sample.variance_error())
          << "d = " << d << ", D = " << D;
    }
}

// Le, Sarlos & Smola 2013, Theorem 9: of one block of p frequencies and t = |x - y| / sigma, the variance of
// the sum of the p cosines is at most p / 2 (1 - e^(-t^2))^2 + p C(t), C(t) = 6 t^4 (e^(-t^2) + t^2 / 3). The
// first part is that of independent frequencies. 5 standard errors of 10,000 seeds (fixed) to spare: 3e-7 for
// a normal law, were the bound attained.
TEST(Fastfood, KeepsWithinThePublishedBoundOfItsVariance) {
  for (const Index p : {4, 16})
    for (const double sigma : {2.0, 6.0}) {
      const DenseMatrix x = test::sample_rows(2, p, 1, 9);
      const test::Sample sample =
          estimates("fastfood", {.d_in = p, .kernel = GaussianKernel{sigma}, .D = 2 * p}, x);
      const double t = squared_distance(x) / (sigma * sigma);
      const double bound = std::pow(1 - std::exp(-t), 2) / 2 + 6 * t * t * (std::exp(-t) + t / 3);
      EXPECT_LT(sample.variance(), bound / static_cast<double>(p) + 5 * sample.variance_error())
          << "p = " << p << ", sigma = " << sigma;
    }
}

// E features f, g of unit length, of which a Hadamard transform of p rows, m of them taken, has
//     Var <P f, P g> = (p - m) / (m (p - 1)) (|f|^2 |g|^2 + <f, g>^2 - 2 sum f_i^2 g_i^2)
// (subsampled_hadamard_test.cpp), in whose mean E <f, g>^2 = k^2 + V with V the variance of E features, and
// E sum f_i^2 g_i^2 = (2 + k(2(x - y)) + k(2(x + y))) / (2 E) from cos^2 a cos^2 b + sin^2 a sin^2 b.
// Ten thousand seeds, as above; six comparisons.
TEST(CompactFeatures, HaveTheVarianceOfTheirFormula) {
  const DenseMatrix x = test::sample_rows(2, 3, 1, 9);
  const GaussianKernel kernel{0.8};
  const double difference = squared_distance(x);
  double sum = 0;
  for (Index j = 0; j < 3; ++j) sum += std::pow(double{x.row(0)[j]} + double{x.row(1)[j]}, 2);
  const double k = kernel.of_squared_distance(difference), k2 = kernel.of_squared_distance(4 * difference),
               k_sum = kernel.of_squared_distance(4 * sum);
  for (const Index E : {16, 20})
    for (const Index m : {3, 8, 16}) {
      const test::Sample sample =
          estimates("craft", {.d_in = 3, .kernel = kernel, .D = m, .parameters = {{"E", E}}}, x);
      const auto features = static_cast<double>(E), rows = static_cast<double>(m),
                 p = static_cast<double>(padded_to_power_of_two(E));
      const double of_features = fourier_variance(E, FourierForm::pairs, k, k2);
      const double of_projection =
          (p - rows) / (rows * (p - 1)) * (1 + k * k + of_features - (2 + k2 + k_sum) / features);
      EXPECT_NEAR(sample.variance(), of_features + of_projection, 5 * sample.variance_error())
          << "E = " << E << ", m = " << m;
    }
}

}  // namespace
}  // namespace sketchbench
