#include <sketchbench/numerics/transforms/subsampled_hadamard.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

std::vector<float> applied(const SubsampledHadamard& transform, std::vector<float> f) {
  std::vector<float> out(transform.rows().size());
  f.resize(static_cast<std::size_t>(transform.padded()), NAN);
  transform.apply(f.data(), out.data());
  return out;
}

TEST(SubsampledHadamard, IsTheProductOfItsThreeMatrices) {
  for (const Index n : {1, 5, 16, 100})
    for (const Index m : {1, 7, 64}) {
      if (m > static_cast<Index>(std::bit_ceil(static_cast<unsigned>(n)))) continue;
      const SubsampledHadamard transform(n, m, 3, "test");
      const std::vector<float> f = test::sample_rows(1, n, 1, 4).value, out = applied(transform, f);
      const auto p = static_cast<double>(transform.padded());
      ASSERT_EQ(out.size(), static_cast<std::size_t>(m));
      for (std::size_t j = 0; j < out.size(); ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < f.size(); ++k) {
          const bool negative = std::popcount(static_cast<unsigned>(transform.rows()[j]) & k) % 2 != 0;
          sum += (negative ? -1 : 1) * double{transform.signs()[k]} * double{f[k]} / std::sqrt(p);
        }
        EXPECT_NEAR(out[j], sum * std::sqrt(p / static_cast<double>(m)), 1e-5);
      }
    }
}

TEST(SubsampledHadamard, TakesEveryRowAtMostOnce) {
  const SubsampledHadamard all(100, 128, 1, "test"), some(100, 60, 1, "test");
  for (std::size_t i = 0; i < 128; ++i) EXPECT_EQ(all.rows()[i], static_cast<std::int32_t>(i));
  EXPECT_EQ(std::adjacent_find(some.rows().begin(), some.rows().end(), std::greater_equal<>()),
            some.rows().end());
}

TEST(SubsampledHadamard, KeepsInnerProductsWhenItTakesAllRows) {
  const SubsampledHadamard transform(100, 128, 5, "test");
  const DenseMatrix x = test::sample_rows(2, 100, 1, 6);
  DenseMatrix y(2, 128);
  for (Index i = 0; i < 2; ++i) {
    const std::vector<float> out = applied(transform, {x.row(i), x.row(i) + x.d});
    std::copy(out.begin(), out.end(), y.row(i));
  }
  EXPECT_NEAR(inner_product(y.view(), 0, y.view(), 1), inner_product(x.view(), 0, x.view(), 1), 1e-4);
}

// The mean over 20,000 seeds within 5 standard errors: 6e-7 for a normal law.
TEST(SubsampledHadamard, KeepsInnerProductsOnAverage) {
  const DenseMatrix x = test::sample_rows(2, 10, 1, 7);
  test::Sample estimates;
  for (Seed seed = 0; seed < 20'000; ++seed) {
    const SubsampledHadamard transform(10, 3, seed, "test");
    const std::vector<float> f = applied(transform, {x.row(0), x.row(0) + 10}),
                             g = applied(transform, {x.row(1), x.row(1) + 10});
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j) sum += double{f[j]} * double{g[j]};
    estimates.add(sum);
  }
  EXPECT_NEAR(estimates.mean(), inner_product(x.view(), 0, x.view(), 1), 5 * estimates.mean_error());
}

// Of p rows whose products b_j = p <h_j, S f> <h_j, S g> have the mean <f, g>, m are taken without
// repetition: the variance is (p - m) / (m (p - 1)) times that of all b_j, and the mean of b_j^2 over the
// signs is |f|^2 |g|^2 + 2 <f, g>^2 - 2 sum f_i^2 g_i^2. 20,000 seeds (fixed), a variance beyond 5 of its
// standard errors with a probability of 6e-7 for a normal law, four comparisons.
TEST(SubsampledHadamard, HasTheVarianceOfItsFormula) {
  const Index n = 10;
  const DenseMatrix x = test::sample_rows(2, n, 1, 7);
  const double inner = inner_product(x.view(), 0, x.view(), 1);
  double squares = 0;
  for (Index i = 0; i < n; ++i) squares += std::pow(double{x.row(0)[i]} * double{x.row(1)[i]}, 2);
  const double spread = squared_norm(x.view(), 0) * squared_norm(x.view(), 1) + inner * inner - 2 * squares;
  for (const Index m : {1, 3, 12, 16}) {
    test::Sample estimates;
    for (Seed seed = 0; seed < 20'000; ++seed) {
      const SubsampledHadamard transform(n, m, seed, "test");
      const std::vector<float> f = applied(transform, {x.row(0), x.row(0) + n}),
                               g = applied(transform, {x.row(1), x.row(1) + n});
      double sum = 0;
      for (std::size_t j = 0; j < f.size(); ++j) sum += double{f[j]} * double{g[j]};
      estimates.add(sum);
    }
    const auto rows = static_cast<double>(m);
    EXPECT_NEAR(estimates.variance(), (16 - rows) / (rows * 15) * spread,
                5 * estimates.variance_error() + 1e-10)
        << "m = " << m;
  }
}

TEST(SubsampledHadamard, RefusesMoreRowsThanThereAre) {
  EXPECT_THROW(SubsampledHadamard(5, 9, 1, "test"), InputError);
  EXPECT_THROW(SubsampledHadamard(5, 0, 1, "test"), InputError);
}

// Of 2^31 rows the last number is beyond 32 bits; nothing is allocated before that is seen.
TEST(SubsampledHadamard, RefusesMoreValuesThanItsNumbersReach) {
  EXPECT_THROW(SubsampledHadamard((Index{1} << 30) + 1, 1, 1, "test"), InputError);
}

}  // namespace
}  // namespace sketchbench
