#include <sketchbench/features/kernel_pca/operators/sampled_signs.hpp>

#include <gtest/gtest.h>

#include <sketchbench/kernels/gram.hpp>
#include "features/kernel_pca/operators/operator_checks.hpp"

namespace sketchbench {
namespace {

// As for SparsifiedGram: 3e-5.
TEST(SampledSigns, AreUnbiasedWithTheVarianceOfTheFormula) {
  const DenseMatrix x = test::sample_rows(8, 3, 1, 2);
  for (const Kernel& kernel : {Kernel(GaussianKernel{0.5}), Kernel(PolynomialKernel{1, 0})})
    for (const double s : {1.0, 5.0}) {
      const double b = SampledSigns(kernel, x.view(), s, 0, 1).bound();
      test::expect_unbiased(
          gram(kernel, x.view()), 2000,
          [&](Seed seed) {
            return
                [a = SampledSigns(kernel, x.view(), s, seed, 1)](Index i, Index j) { return a.entry(i, j); };
          },
          [&](double value) {
            return std::vector{std::pair(0.0, 1 - 1 / s), std::pair(s * b, (0.5 + value / (2 * b)) / s),
                               std::pair(-s * b, (0.5 - value / (2 * b)) / s)};
          },
          [&](double value) { return s * b * b - value * value; });
    }
}

TEST(SampledSigns, MultiplyAsTheirEntriesDo) {
  for (const Index n : {1, 40, 256, 530})
    for (const double s : {1.0, 3.0, 20.0}) {
      const CsrMatrix x = to_sparse(test::sample_rows(n, 4, 0.7, 3));
      const SampledSigns a(PolynomialKernel{3, 0}, x.view(), s, 4, 2);
      test::expect_products_of_entries(a, [&](Index i, Index j) { return a.entry(i, j); });
    }
}

TEST(SampledSigns, TakeTwoBytesAnEntryAndDoNotDependOnThreads) {
  const DenseMatrix x = test::sample_rows(1000, 3, 1, 5);
  const Kernel kernel = GaussianKernel{1};
  const SampledSigns a(kernel, x.view(), 5, 6, 1);
  EXPECT_EQ(a.bound(), 1);
  EXPECT_EQ(test::entries_of(SampledSigns(kernel, x.view(), 5, 6, 4)), test::entries_of(a));
  const auto bytes = static_cast<double>(a.memory_bytes());
  EXPECT_LE(bytes, 2.2 * static_cast<double>(a.kept()));
  EXPECT_NEAR(SampledSigns::memory(1000, 5) / bytes, 1, 0.1);
}

TEST(SampledSigns, OfAKernelThatIsZeroAreZero) {
  const SampledSigns a(PolynomialKernel{2, 0}, DenseMatrix(10, 3).view(), 2, 1, 1);
  EXPECT_EQ(a.bound(), 0);
  EXPECT_EQ(test::entries_of(a), Eigen::MatrixXf::Zero(10, 10));
}

TEST(SampledSigns, RefuseWhatCannotBe) {
  test::expect_refusals([](const Rows& x) { SampledSigns(GaussianKernel{1}, x, 10, 1, 1); });
  const DenseMatrix x = test::sample_rows(3, 2, 1, 11);
  EXPECT_NE(test::refusal([&] {
              SampledSigns(GaussianKernel{1}, x.view(), 0.9, 1, 1);
            }).find("s is 0.9, expected a number of at least 1"),
            std::string::npos);
}

}  // namespace
}  // namespace sketchbench
