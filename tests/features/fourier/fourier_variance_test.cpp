// The variances of maps whose frequencies depend on each other, against formulas for them; that of
// independent ones is in fourier_maps_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/fourier/orthogonal_features.hpp>
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

double stated_variance(const std::string& map, const MapRequest& request, const DenseMatrix& x) {
  const FeatureMapKind& kind = find_feature_map(map);
  return kind.variance(with_defaults(request, kind))(pair_moments(x.view(), 0, x.view(), 1));
}

TEST(OrthogonalCosines, HaveTheMeansThatAreKnown) {
  for (const double s : {0.0, 0.05, 0.5, 2.0, 30.0}) {
    // In two dimensions, 1F1(2; 1; -s) = e^-s (1 - s).
    EXPECT_NEAR(mean_of_orthogonal_cosines(2, s), std::exp(-s) * (1 - s), 1e-14);
    EXPECT_NEAR(mean_of_orthogonal_cosines(100'000, s), std::exp(-2 * s), 1e-4) << "independent in the limit";
  }
  for (const Index d : {2, 3, 100}) EXPECT_NEAR(mean_of_orthogonal_cosines(d, 1e30), 0, 1e-8);
}

// 10,000 seeds (fixed); a variance beyond 5 of its standard errors with a probability of 6e-7 for a normal
// law, 10 comparisons. One block, one that is not full, an odd D, two blocks.
TEST(OrthogonalFeatures, HaveTheVarianceOfTheirFormula) {
  for (const Index d : {2, 4})
    for (const Index D : {4, 5, 8, 12, 16}) {
      const DenseMatrix x = test::sample_rows(2, d, 1, 9);
      const MapRequest request{.d_in = d, .kernel = GaussianKernel{0.8}, .D = D};
      const test::Sample sample = estimates("orf", request, x);
      EXPECT_NEAR(sample.variance(), stated_variance("orf", request, x), 5 * sample.variance_error())
          << "d = " << d << ", D = " << D;
    }
}

// One input feature makes blocks of one frequency, which are independent.
TEST(OrthogonalFeatures, OfOneInputHaveTheVarianceOfIndependentOnes) {
  const DenseMatrix x = test::sample_rows(2, 1, 1, 9);
  for (const Index D : {1, 2, 7}) {
    const MapRequest request{.d_in = 1, .kernel = GaussianKernel{0.8}, .D = D};
    EXPECT_NEAR(stated_variance("orf", request, x), stated_variance("rks", request, x), 1e-14) << D;
  }
}

// Le, Sarlos & Smola 2013, Theorem 9: of one block of p frequencies and t = |x - y| / sigma, the variance of
// the sum of the p cosines is at most p / 2 (1 - e^(-t^2))^2 + p C(t), C(t) = 6 t^4 (e^(-t^2) + t^2 / 3). The
// first part is that of independent frequencies. 5 standard errors of 10,000 seeds (fixed) to spare: 3e-7 for
// a normal law, were the bound attained.
//
// For small t the bound is about 6.5 t^4 / p, and p frequencies that were all alike would have t^4 / 2: only
// for p well beyond 13 is there something to be caught, and rows are so near to each other that t is small.
TEST(Fastfood, KeepsWithinThePublishedBoundOfItsVariance) {
  for (const auto& [p, t] : {std::pair<Index, double>{64, 0.1}, {64, 0.3}, {256, 0.2}}) {
    const DenseMatrix x = test::sample_rows(2, p, 1, 9);
    const double sigma = std::sqrt(squared_distance(x)) / t, square = t * t;
    const test::Sample sample =
        estimates("fastfood", {.d_in = p, .kernel = GaussianKernel{sigma}, .D = 2 * p}, x);
    const double alike = std::pow(1 - std::exp(-square), 2) / 2;
    const double bound =
        (alike + 6 * square * square * (std::exp(-square) + square / 3)) / static_cast<double>(p);
    const double limit = bound + 5 * sample.variance_error();
    EXPECT_LT(sample.variance(), limit) << "p = " << p << ", t = " << t;
    EXPECT_GT(alike, 2 * limit) << "p = " << p << ", t = " << t;
  }
}

// Ten thousand seeds, as above; nine comparisons, with an odd number of features before the projection among
// them.
TEST(CompactFeatures, HaveTheVarianceOfTheirFormula) {
  const DenseMatrix x = test::sample_rows(2, 3, 1, 9);
  for (const Index E : {16, 20, 21})
    for (const Index m : {3, 8, 16}) {
      const MapRequest request{.d_in = 3, .kernel = GaussianKernel{0.8}, .D = m, .parameters = {{"E", E}}};
      const test::Sample sample = estimates("craft", request, x);
      EXPECT_NEAR(sample.variance(), stated_variance("craft", request, x), 5 * sample.variance_error())
          << "E = " << E << ", m = " << m;
    }
}

TEST(CompactFeatures, StateNoVarianceWherePairsDoNotTellTheKernel) {
  for (const Kernel& kernel : {Kernel(LaplacianKernel{}), Kernel(CauchyKernel{})})
    EXPECT_FALSE(find_feature_map("craft").variance({.d_in = 3, .kernel = kernel, .D = 7}));
}

}  // namespace
}  // namespace sketchbench
