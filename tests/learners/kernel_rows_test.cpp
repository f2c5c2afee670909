#include <sketchbench/learners/block_smo/kernel_rows.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include "kernel_rounding.hpp"
#include "sample_data.hpp"

namespace sketchbench {
namespace {

KernelRows rows_of(const Rows& x, const Kernel& kernel, double cache_bytes, int threads) {
  return {std::make_unique<KernelOfRows>(x, kernel), cache_bytes, threads};
}

void expect_row(const float* row, const Rows& x, Index i, const Kernel& kernel) {
  for (Index j = 0; j < x.size(); ++j)
    ASSERT_NEAR(row[j], kernel(x, i, x, j), 2e-6 * scale_of_rounding(kernel, x, i, j)) << i << ", " << j;
}

TEST(KernelRows, AreKernelValuesOfSparseAndDenseRows) {
  for (const Index d : {5, 300}) {
    const LabeledMatrix sample = labelled_by_scores(203, d, 2, 1);
    const DenseMatrix dense = to_dense(sample.x);
    std::vector<Index> which(203);
    for (Index i = 0; i < 203; ++i) which[static_cast<std::size_t>(i)] = (i * 7) % 203;
    for (const Kernel& kernel :
         {Kernel(PolynomialKernel{1, 0}), Kernel(PolynomialKernel{2, 1}), Kernel(PolynomialKernel{4, 0.5}),
          Kernel(PolynomialKernel{7, 1}), Kernel(GaussianKernel{2})})
      for (const Rows& x : {sample.x.view(), dense.view()}) {
        KernelRows rows = rows_of(x, kernel, 1e9, 3);
        const auto at = rows.fetch(which);
        for (std::size_t k = 0; k < which.size(); ++k) expect_row(at[k], x, which[k], kernel);
      }
  }
}

TEST(KernelRows, DoNotDependOnTheCompanyTheyAreComputedIn) {
  const LabeledMatrix sample = labelled_by_scores(150, 300, 2, 1);
  const DenseMatrix dense = to_dense(sample.x);
  for (const Rows& x : {sample.x.view(), dense.view()}) {
    KernelRows together = rows_of(x, PolynomialKernel{3, 1}, 1e9, 1),
               alone = rows_of(x, PolynomialKernel{3, 1}, 1e9, 4);
    std::vector<Index> all(150);
    for (Index i = 0; i < 150; ++i) all[static_cast<std::size_t>(i)] = i;
    const auto rows = together.fetch(all);
    const std::vector<float> diagonal = together.diagonal();
    for (Index i = 0; i < 150; ++i) {
      const float* row = alone.fetch(i);
      EXPECT_TRUE(std::equal(row, row + 150, rows[static_cast<std::size_t>(i)]));
      EXPECT_EQ(row[i], diagonal[static_cast<std::size_t>(i)]);
      for (Index j = 0; j < 150; ++j) EXPECT_EQ(rows[static_cast<std::size_t>(j)][i], row[j]);
    }
  }
}

TEST(KernelRows, GiveWayLeastRecentlyUsedFirst) {
  const LabeledMatrix sample = labelled_by_scores(64, 10, 2, 1);
  KernelRows rows = rows_of(sample.x.view(), PolynomialKernel{2, 1}, 3 * 4 * 64, 1);
  ASSERT_EQ(rows.capacity(), 3);
  rows.fetch(0);
  rows.fetch(1);
  rows.fetch(2);
  rows.fetch(0);
  EXPECT_EQ(rows.computed(), 3);
  expect_row(rows.fetch(3), sample.x.view(), 3, PolynomialKernel{2, 1});  // in the place of 1
  rows.fetch(0);
  rows.fetch(2);
  EXPECT_EQ(rows.computed(), 4);
  expect_row(rows.fetch(1), sample.x.view(), 1, PolynomialKernel{2, 1});
  EXPECT_EQ(rows.computed(), 5);
}

TEST(KernelRows, UseNoMoreThanTheyAreAllowedUntilItIsMoreAgain) {
  const LabeledMatrix sample = labelled_by_scores(64, 10, 2, 1);
  const Rows x = sample.x.view();
  const double row = 4 * 64;
  KernelRows rows = rows_of(x, PolynomialKernel{2, 1}, 20 * row, 1);
  for (Index i = 0; i < 8; ++i) rows.fetch(i);
  rows.limit(10 * row);
  EXPECT_EQ(rows.capacity(), 10);
  EXPECT_LE(rows.bytes(64), 10 * row);
  for (Index i = 0; i < 64; ++i) expect_row(rows.fetch(i), x, i, PolynomialKernel{2, 1});
  rows.limit(3 * row);
  EXPECT_EQ(rows.capacity(), 10) << "what is cached stays";
  rows.limit(100 * row);
  EXPECT_EQ(rows.capacity(), 20) << "there was no more at first";
  const Index computed = rows.computed();
  for (Index i = 44; i < 64; ++i) expect_row(rows.fetch(i), x, i, PolynomialKernel{2, 1});
  EXPECT_EQ(rows.computed(), computed + 10);
  std::vector<Index> kept;
  for (Index i = 0; i < 64; i += 2) kept.push_back(i);
  const OwnedRows part(x, kept);
  rows.limit(12 * row);
  rows.keep(kept);
  EXPECT_LE(rows.bytes(64), 20 * row);
  for (Index i = 0; i < 32; ++i) expect_row(rows.fetch(i), part.view(), i, PolynomialKernel{2, 1});
}

TEST(KernelRows, StayWhenTheMatrixBecomesSmaller) {
  const LabeledMatrix sample = labelled_by_scores(200, 10, 2, 1);
  const Rows x = sample.x.view();
  for (const Kernel& kernel : {Kernel(PolynomialKernel{2, 1}), Kernel(GaussianKernel{1.5})}) {
    KernelRows rows = rows_of(x, kernel, 1e9, 1);
    std::vector<Index> kept;
    for (Index i = 0; i < 200; ++i) {
      if (i % 3 != 0) rows.fetch(199 - i);
      if (i % 4 != 0) kept.push_back(i);
    }
    const Index computed = rows.computed();
    const OwnedRows part(x, kept);
    rows.keep(kept);
    EXPECT_EQ(rows.size(), 150);
    for (Index i = 0; i < 150; ++i) expect_row(rows.fetch(i), part.view(), i, kernel);
    EXPECT_EQ(rows.computed(), computed + 50);  // of each four that are kept, one third had not been there
  }
}

}  // namespace
}  // namespace sketchbench
