#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>

#include <gtest/gtest.h>

#include <sketchbench/kernels/gram.hpp>
#include "features/kernel_pca/operators/operator_checks.hpp"

namespace sketchbench {
namespace {

void expect_gram(const Kernel& kernel, const Rows& x) {
  const Eigen::MatrixXd exact = gram(kernel, x);
  const GramMatrix made(kernel, x, 2);
  for (Index j = 0; j < x.size(); ++j)
    for (Index i = 0; i < x.size(); ++i)
      ASSERT_NEAR(made.entry(i, j), exact(i, j), 1e-5 * (1 + std::abs(exact(i, j))))
          << kernel.display() << ": " << i << ", " << j;
}

TEST(GramMatrix, IsTheKernelOfAnyFamilyAndStorage) {
  for (const Kernel& kernel : Kernel::one_of_each_family())
    for (const Index n : {1, 17, 300}) {
      const DenseMatrix x = test::sample_rows(n, 6, 0.5, 1);
      expect_gram(kernel, x.view());
      expect_gram(kernel, to_sparse(x).view());
    }
}

TEST(GramMatrix, OfSparseRowsWithVeryManyColumnsIsTheKernel) {
  const CsrMatrix x = to_sparse(test::sample_rows(40, 20'000, 0.002, 2));
  expect_gram(GaussianKernel{2}, x.view());
  expect_gram(PolynomialKernel{2, 1}, x.view());
}

TEST(GramMatrix, MultipliesAsItsEntriesDo) {
  for (const Index n : {1, 15, 256, 300, 530})
    for (const Kernel& kernel : {Kernel(GaussianKernel{1}), Kernel(LaplacianKernel{1})}) {
      const DenseMatrix x = test::sample_rows(n, 3, 1, 3);
      const GramMatrix a(kernel, x.view(), 1);
      test::expect_products_of_entries(a, [&](Index i, Index j) { return a.entry(i, j); });
    }
}

TEST(GramMatrix, KeepsHalfOfItsValues) {
  const DenseMatrix x = test::sample_rows(3000, 2, 1, 4);
  const GramMatrix a(GaussianKernel{1}, x.view(), 2);
  const double half = 4 * 3000.0 * 3001 / 2;
  EXPECT_GE(static_cast<double>(a.memory_bytes()), half);
  EXPECT_LE(static_cast<double>(a.memory_bytes()), half + 4 * 128.0 * 3000);
  const double with_making = GramMatrix::memory(GaussianKernel{1}, 2, 3000);
  EXPECT_GE(with_making, static_cast<double>(a.memory_bytes()));
  EXPECT_LE(with_making, static_cast<double>(a.memory_bytes()) + 4 * 256 * 2);
}

TEST(GramMatrix, RefusesWhatCannotBe) {
  test::expect_refusals([](const Rows& x) { GramMatrix(GaussianKernel{1}, x, 1); });
  const DenseMatrix x = test::sample_rows(3, 2, 1, 5);
  const GramMatrix a(GaussianKernel{1}, x.view(), 1);
  Eigen::MatrixXf y(3, 2);
  EXPECT_THROW(a.multiply(Eigen::MatrixXf::Zero(4, 2), y, 1), Error);
  EXPECT_THROW(a.multiply(Eigen::MatrixXf::Zero(3, 1), y, 1), Error);
}

}  // namespace
}  // namespace sketchbench
