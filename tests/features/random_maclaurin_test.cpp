#include <sketchbench/features/random_maclaurin.hpp>

#include <gtest/gtest.h>

#include <tuple>

#include "features/results_of_version.hpp"
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

using Measure = RandomMaclaurin::Measure;

class RandomMaclaurinShape : public testing::TestWithParam<std::tuple<Measure, int, double, Index>> {};

TEST_P(RandomMaclaurinShape, IsTheProductFormula) {
  const auto [measure, degree, coef0, D] = GetParam();
  const Index d = 37;
  const PolynomialKernel kernel{degree, coef0};
  const DenseMatrix x = test::sample_rows(5, d, 0.5, 1);
  const RandomMaclaurin map(measure, d, kernel, D, 4);
  const DenseMatrix z = test::mapped(map, x.view());

  double restricted_mass = 0;
  for (int n = 0; n <= degree; ++n)
    if (kernel.maclaurin(n) > 0) restricted_mass += std::pow(0.5, n + 1);

  for (Index f = 0; f < D; ++f) {
    const int N = map.features().degree(f);
    double factor = 0;
    if (map.features().scale(f) != 0) {
      ASSERT_LE(N, degree);
      const double mass = measure == Measure::published ? 1 : restricted_mass;
      factor = std::sqrt(kernel.maclaurin(N) * std::pow(2, N + 1) * mass / static_cast<double>(D));
    }
    for (Index i = 0; i < x.n; ++i) {
      double product = factor, size = factor;
      for (int j = 0; j < N; ++j) {
        double sum = 0, norm = 0;
        for (Index k = 0; k < d; ++k) {
          sum += map.features().sign(f, j, k) * double{x.row(i)[k]};
          norm += std::abs(x.row(i)[k]);
        }
        product *= sum;
        size *= norm;
      }
      EXPECT_NEAR(z.row(i)[f], product, 1e-6 * size) << "feature " << f << ", row " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, RandomMaclaurinShape,
                         testing::Combine(testing::Values(Measure::published, Measure::restricted),
                                          testing::Values(1, 2, 4), testing::Values(0.0, 1.0, 2.5),
                                          testing::Values(1, 16, 64, 101)));

// The number of features that are not zero is binomial(D, 2^-(p+1)) for a homogeneous kernel; beyond 4.9
// standard deviations with probability about 1e-6 each, three comparisons (seed fixed).
TEST(RandomMaclaurinPublished, LeavesMostFeaturesOfAHomogeneousKernelAtZero) {
  const Index D = 20'000;
  const DenseMatrix x = test::sample_rows(1, 5, 1, 1);
  for (const int degree : {1, 2, 4}) {
    const RandomMaclaurin map(Measure::published, 5, {degree, 0}, D, 3);
    const DenseMatrix z = test::mapped(map, x.view());
    double used = 0;
    for (Index i = 0; i < D; ++i) {
      used += map.features().scale(i) != 0;
      if (map.features().scale(i) == 0) {
        EXPECT_EQ(z.row(0)[i], 0);
      }
    }
    const double share = std::pow(0.5, degree + 1);
    EXPECT_NEAR(used / D, share, 4.9 * std::sqrt(share * (1 - share) / D));
  }
}

TEST(RandomMaclaurinRestricted, UsesEveryFeature) {
  for (const double coef0 : {0.0, 1.0}) {
    const RandomMaclaurin map(Measure::restricted, 5, {3, coef0}, 1000, 3);
    for (Index i = 0; i < 1000; ++i) EXPECT_GT(map.features().scale(i), 0);
  }
}

TEST(RandomMaclaurin, FeaturesDoNotDependOnTheirNumber) {
  const RandomMaclaurin small(Measure::restricted, 20, {3, 1}, 50, 3),
      large(Measure::restricted, 20, {3, 1}, 500, 3);
  for (Index i = 0; i < 50; ++i) {
    ASSERT_EQ(small.features().degree(i), large.features().degree(i));
    for (int j = 0; j < small.features().degree(i); ++j)
      for (Index k = 0; k < 20; ++k)
        EXPECT_EQ(small.features().sign(i, j, k), large.features().sign(i, j, k));
  }
}

TEST(RandomMaclaurin, StoresOnlyTheProjectionsItNeeds) {
  const RandomMaclaurin map(Measure::published, 1000, {4, 0}, 10'000, 1);
  const double estimate = RandomMaclaurin::memory(Measure::published, 1000, {4, 0}, 10'000);
  EXPECT_LE(static_cast<double>(map.memory_bytes()), estimate);
  EXPECT_LT(estimate, 1000.0 * 4 * 10'000 / 8 / 4);  // a quarter of what all features would take
}

TEST(RandomMaclaurin, PlansForAThreadsWorkspace) {
  for (const Measure measure : {Measure::published, Measure::restricted})
    for (const int degree : {1, 2, 8})
      for (const Index D : {10, 1000}) {
        const RandomMaclaurin map(measure, 5, {degree, 1}, D, 1);
        const double bytes = sizeof(float) * static_cast<double>(map.features().make_workspace()->size()),
                     planned = RandomMaclaurin::workspace(measure, {degree, 1}, D);
        EXPECT_LE(bytes, planned);
        EXPECT_LE(planned, 3 * bytes + 10'000);
      }
}

TEST(RandomMaclaurin, GivesTheResultsOfItsVersion) {
  test::expect_results_of_version(
      random_maclaurin_published_kind(), 1,
      {{PolynomialKernel{2, 1}, 166.325003}, {PolynomialKernel{4, 1}, 110.717810}});
  test::expect_results_of_version(
      random_maclaurin_restricted_kind(), 1,
      {{PolynomialKernel{2, 1}, 180.324506}, {PolynomialKernel{4, 1}, 253.891815}});
}

}  // namespace
}  // namespace sketchbench
