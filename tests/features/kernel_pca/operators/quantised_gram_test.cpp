#include <sketchbench/features/kernel_pca/operators/quantised_gram.hpp>

#include <gtest/gtest.h>

#include <sketchbench/kernels/gram.hpp>
#include "features/kernel_pca/operators/operator_checks.hpp"

namespace sketchbench {
namespace {

// As for SparsifiedGram, and half as many bounds: 2e-5. Values of both signs: the kernel of degree 1.
TEST(QuantisedGram, IsUnbiasedWithTheVarianceOfTheFormula) {
  const DenseMatrix x = test::sample_rows(8, 3, 1, 2);
  for (const Kernel& kernel : {Kernel(GaussianKernel{0.5}), Kernel(PolynomialKernel{1, 0})}) {
    const double b = QuantisedGram(kernel, x.view(), 0, 1).bound();
    test::expect_unbiased(
        gram(kernel, x.view()), 2000,
        [&](Seed seed) {
          return [a = QuantisedGram(kernel, x.view(), seed, 1)](Index i, Index j) {
            return a.bound() * a.sign(i, j);
          };
        },
        [&](double value) {
          return std::vector{std::pair(b, 0.5 + value / (2 * b)), std::pair(-b, 0.5 - value / (2 * b))};
        },
        [&](double value) { return b * b - value * value; });
  }
}

TEST(QuantisedGram, HasTheLargestValueOfTheKernelAsItsBound) {
  const DenseMatrix x = test::sample_rows(60, 3, 1, 3);
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    const double largest = gram(kernel, x.view()).cwiseAbs().maxCoeff();
    EXPECT_NEAR(QuantisedGram(kernel, x.view(), 1, 1).bound(), largest, 1e-12 * largest);
  }
}

// 64 rows are made at a time, a tile has 256, and 530 rows are three tiles.
TEST(QuantisedGram, MultipliesAsItsSignsDo) {
  for (const Index n : {1, 63, 65, 256, 257, 530})
    for (const Kernel& kernel : {Kernel(PolynomialKernel{1, 0}), Kernel(LaplacianKernel{1})}) {
      const DenseMatrix x = test::sample_rows(n, 4, 1, 4);
      const QuantisedGram a(kernel, x.view(), 5, 2);
      const auto b = static_cast<float>(a.bound());
      test::expect_products_of_entries(
          a, [&](Index i, Index j) { return b * static_cast<float>(a.sign(i, j)); });
    }
}

// Signs at (i, j), i > j, are drawn for each pair on its own. Fair ones, of a kernel that is 0 away from the
// diagonal: 300,000 pairs of neighbours in a row and in a column agree half the time, within 5 standard
// deviations: 1e-6.
TEST(QuantisedGram, HasIndependentSigns) {
  const Index m = 800;
  CsrMatrix x;
  x.d = m;
  for (Index i = 0; i < m; ++i) {
    x.push(i, 1);
    x.end_row();
  }
  const QuantisedGram a(PolynomialKernel{1, 0}, x.view(), 6, 2);
  double pairs = 0, in_rows = 0, in_columns = 0;
  for (Index i = 2; i < m - 1; ++i)
    for (Index j = 0; j + 1 < i; ++j) {
      ++pairs;
      in_rows += a.sign(i, j) * a.sign(i, j + 1);
      in_columns += a.sign(i, j) * a.sign(i + 1, j);
    }
  EXPECT_LT(std::abs(in_rows), 5 * std::sqrt(pairs));
  EXPECT_LT(std::abs(in_columns), 5 * std::sqrt(pairs));
  for (Index i = 0; i < m; ++i) EXPECT_EQ(a.sign(i, i), 1);
}

TEST(QuantisedGram, TakesABitAnEntryAndDoesNotDependOnThreads) {
  const DenseMatrix x = test::sample_rows(2000, 3, 1, 7);
  const Kernel kernel = GaussianKernel{1};
  const QuantisedGram a(kernel, x.view(), 8, 1), b(kernel, x.view(), 8, 4);
  for (Index i = 0; i < 2000; i += 7)
    for (Index j = 0; j <= i; ++j) ASSERT_EQ(a.sign(i, j), b.sign(i, j));
  EXPECT_EQ(static_cast<double>(a.memory_bytes()), QuantisedGram::memory(2000));
  const double least = 2000.0 * 2001 / 2 / 8;
  EXPECT_GE(QuantisedGram::memory(2000), least);
  EXPECT_LE(QuantisedGram::memory(2000), least + 2000.0 * 192 / 8);
}

TEST(QuantisedGram, RefusesWhatCannotBe) {
  test::expect_refusals([](const Rows& x) { QuantisedGram(GaussianKernel{1}, x, 1, 1); });
}

}  // namespace
}  // namespace sketchbench
