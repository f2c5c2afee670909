#include <sketchbench/features/kernel_pca/operators/sparsified_gram.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>
#include <sketchbench/kernels/gram.hpp>
#include "features/kernel_pca/operators/operator_checks.hpp"

namespace sketchbench {
namespace {

TEST(SparsifiedGram, WithSOneIsTheGramMatrix) {
  for (const Kernel& kernel : Kernel::one_of_each_family())
    for (const bool sparse : {false, true}) {
      const DenseMatrix dense = test::sample_rows(300, 5, 0.6, 1);
      const CsrMatrix csr = to_sparse(dense);
      const Rows x = sparse ? csr.view() : dense.view();
      const GramMatrix exact(kernel, x, 1);
      const SparsifiedGram all(kernel, x, 1, 1, 2);
      EXPECT_EQ(all.kept(), 300 * 301 / 2);
      for (Index j = 0; j < x.size(); ++j)
        for (Index i = 0; i < x.size(); ++i)
          ASSERT_EQ(all.entry(i, j), exact.entry(i, j)) << kernel.display();
    }
}

// 36 entries over 2,000 seeds (fixed), two bounds of 6 standard errors for each of two kernels and two s.
// A binomial count of a mean of 400 is beyond that with probability 1e-7: 3e-5 in all.
TEST(SparsifiedGram, IsUnbiasedWithTheVarianceOfTheFormula) {
  const DenseMatrix x = test::sample_rows(8, 3, 1, 2);
  for (const Kernel& kernel : {Kernel(GaussianKernel{0.5}), Kernel(PolynomialKernel{2, 1})})
    for (const double s : {2.5, 5.0})
      test::expect_unbiased(
          gram(kernel, x.view()), 2000,
          [&](Seed seed) {
            return [a = SparsifiedGram(kernel, x.view(), s, seed, 1)](Index i, Index j) {
              return a.entry(i, j);
            };
          },
          [&](double value) {
            return std::vector{std::pair(0.0, 1 - 1 / s), std::pair(s * value, 1 / s)};
          },
          [&](double value) { return (s - 1) * value * value; });
}

// s = 2, 5: picked from tiles; 20: single values. 530 rows are 3 blocks.
TEST(SparsifiedGram, MultipliesAsItsEntriesDo) {
  for (const Index n : {1, 40, 256, 530})
    for (const double s : {1.0, 2.0, 5.0, 20.0}) {
      const CsrMatrix x = to_sparse(test::sample_rows(n, 4, 0.7, 3));
      const SparsifiedGram a(PolynomialKernel{2, 1}, x.view(), s, 4, 2);
      test::expect_products_of_entries(a, [&](Index i, Index j) { return a.entry(i, j); });
    }
}

TEST(SparsifiedGram, KeepsSTimesTheKernelsValuesWhateverTheThreads) {
  const DenseMatrix dense = test::sample_rows(530, 20, 0.3, 5);
  const CsrMatrix sparse = to_sparse(dense);
  for (const Kernel& kernel : {Kernel(GaussianKernel{1}), Kernel(LaplacianKernel{2})})
    for (const Rows& x : {dense.view(), sparse.view()})
      for (const double s : {3.0, 6.0, 30.0}) {
        const SparsifiedGram a(kernel, x, s, 6, 1);
        const Eigen::MatrixXf entries = test::entries_of(a);
        for (Index j = 0; j < x.size(); ++j)
          for (Index i = j; i < x.size(); ++i)
            if (entries(i, j) != 0) {
              ASSERT_NEAR(entries(i, j), s * kernel(x, i, x, j), 1e-5 * s);
            }
        EXPECT_EQ(test::entries_of(SparsifiedGram(kernel, x, s, 6, 4)), entries);
      }
}

TEST(SparsifiedGram, OfMoreRowsKeepsTheSameOfTheFirst) {
  const DenseMatrix x = test::sample_rows(600, 3, 1, 7);
  const Kernel kernel = GaussianKernel{1};
  const Eigen::MatrixXf few = test::entries_of(SparsifiedGram(kernel, x.view().slice(0, 100), 12, 8, 1));
  const Eigen::MatrixXf more = test::entries_of(SparsifiedGram(kernel, x.view(), 12, 8, 1));
  EXPECT_EQ(few, Eigen::MatrixXf(more.topLeftCorner(100, 100)));
}

// Tiles of more than 256 columns, for which the rows must be more than 2048. The number of entries is
// binomial: 6 of its standard deviations are 2e-9.
TEST(SparsifiedGram, OfManyRowsKeepsOneEntryInSInSixBytes) {
  const Index m = 3000;
  const double s = 40, all = 0.5 * 3000 * 3001;
  const DenseMatrix x = test::sample_rows(m, 2, 1, 9);
  const SparsifiedGram a(GaussianKernel{1}, x.view(), s, 10, 2);
  EXPECT_NEAR(static_cast<double>(a.kept()), all / s, 6 * std::sqrt(all / s));
  const Index columns[] = {0, 1, 374, 375, 376, 1500, 2998, 2999};
  Eigen::MatrixXf units = Eigen::MatrixXf::Zero(m, 8);
  for (Index c = 0; c < 8; ++c) units(columns[c], c) = 1;
  const Eigen::MatrixXf entries = test::product(a, units, 2);
  for (Index c = 0; c < 8; ++c)
    for (Index i = 0; i < m; ++i) ASSERT_EQ(entries(i, c), a.entry(i, columns[c]));
  const auto bytes = static_cast<double>(a.memory_bytes());
  EXPECT_LE(bytes, 6.7 * static_cast<double>(a.kept()));
  EXPECT_NEAR(SparsifiedGram::memory(m, s) / bytes, 1, 0.1);
}

TEST(SparsifiedGram, OfTwoHundredThousandRowsTakesUnderTwoGigabytes) {
  EXPECT_LT(SparsifiedGram::memory(200'000, 100), 1.3e9);
}

TEST(SparsifiedGram, RefusesWhatCannotBe) {
  test::expect_refusals([](const Rows& x) { SparsifiedGram(GaussianKernel{1}, x, 10, 1, 1); });
  const DenseMatrix x = test::sample_rows(3, 2, 1, 11);
  for (const double s :
       {0.5, -1.0, 0.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(test::refusal([&] {
                SparsifiedGram(GaussianKernel{1}, x.view(), s, 1, 1);
              }).find(fmt::format("s is {}, expected a number of at least 1", s)),
              std::string::npos);
}

}  // namespace
}  // namespace sketchbench
