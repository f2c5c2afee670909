#include <sketchbench/features/rademacher.hpp>

#include <gtest/gtest.h>

#include <vector>

#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

RademacherMatrix drawn(Index d, Index columns, Seed seed = 1) {
  RademacherMatrix signs(d, columns);
  for (Index c = 0; c < columns; ++c) signs.draw_column(c, RandomStream(seed, "test.signs", c));
  return signs;
}

std::vector<float> multiplied(const RademacherMatrix& signs, const Rows& x) {
  std::vector<float> y(static_cast<std::size_t>(x.size() * signs.padded_columns()), NAN);
  signs.multiply(x, y.data());
  return y;
}

TEST(RademacherMatrix, MultiplyIsTheDefinition) {
  for (const Index d : {1, 31, 32, 70})
    for (const Index columns : {1, 63, 64, 130}) {
      const RademacherMatrix signs = drawn(d, columns);
      const DenseMatrix x = test::sample_rows(6, d, 0.5, 2);
      const auto y = multiplied(signs, x.view());
      for (Index i = 0; i < x.n; ++i)
        for (Index c = 0; c < columns; ++c) {
          double sum = 0;
          for (Index j = 0; j < d; ++j) sum += signs.sign(j, c) * double{x.row(i)[j]};
          EXPECT_NEAR(y[static_cast<std::size_t>(i * signs.padded_columns() + c)], sum, 1e-5);
        }
    }
}

// Every width of the last tile, and for each a number of dense rows that leaves blocks of all sizes: 24, 12,
// 8 or 6 rows, then 4, then single ones.
TEST(RademacherMatrix, DenseAndSparseRowsGiveTheSameBits) {
  for (const Index columns : {5, 16, 20, 40, 60, 64, 100, 128}) {
    const RademacherMatrix signs = drawn(50, columns);
    for (const Index n : {1, 3, 11, 31, 55}) {
      const DenseMatrix x = test::sample_rows(n, 50, 0.4, 3);
      EXPECT_EQ(multiplied(signs, x.view()), multiplied(signs, to_sparse(x).view()))
          << columns << " columns, " << n << " rows";
    }
  }
}

TEST(RademacherMatrix, WritesWholeVectorsAndNoMore) {
  EXPECT_EQ(drawn(3, 1).padded_columns(), 16);
  EXPECT_EQ(drawn(3, 64).padded_columns(), 64);
  EXPECT_EQ(drawn(3, 65).padded_columns(), 80);
  const RademacherMatrix signs = drawn(3, 20);
  const DenseMatrix x = test::sample_rows(2, 3, 1, 1);
  std::vector<float> y(static_cast<std::size_t>(2 * signs.padded_columns() + 1), -77.0f);
  signs.multiply(x.view(), y.data());
  EXPECT_EQ(y.back(), -77.0f);
}

TEST(RademacherMatrix, ReadsDenseRowsWithAStride) {
  const RademacherMatrix signs = drawn(20, 10);
  const DenseMatrix wide = test::sample_rows(9, 33, 1, 3);
  DenseMatrix narrow(9, 20);
  for (Index i = 0; i < 9; ++i) std::copy_n(wide.row(i), 20, narrow.row(i));
  EXPECT_EQ(multiplied(signs, Rows::dense(wide.value.data(), 9, 20, 33)), multiplied(signs, narrow.view()));
}

TEST(RademacherMatrix, SignsOfAColumnDoNotDependOnTheDimension) {
  const RademacherMatrix small = drawn(10, 3), large = drawn(100, 70);
  for (Index j = 0; j < 10; ++j)
    for (Index c = 0; c < 3; ++c) EXPECT_EQ(small.sign(j, c), large.sign(j, c));
}

// 1000 x 1000 fair signs: their sum is beyond 4.9 standard deviations of 1000 with probability 1e-6, as is
// the number of agreements of neighbouring columns (seed fixed).
TEST(RademacherMatrix, SignsAreFairAndIndependent) {
  const RademacherMatrix signs = drawn(1000, 1000, 9);
  double sum = 0, agreement = 0;
  for (Index c = 0; c < 1000; ++c)
    for (Index j = 0; j < 1000; ++j) {
      sum += signs.sign(j, c);
      agreement += signs.sign(j, c) * signs.sign(j, (c + 1) % 1000);
    }
  EXPECT_LT(std::abs(sum), 4900);
  EXPECT_LT(std::abs(agreement), 4900);
}

TEST(RademacherMatrix, MemoryIsABitASign) {
  EXPECT_EQ(RademacherMatrix(5000, 6400).memory_bytes(), 5000u * 6400u / 8u);
  EXPECT_EQ(RademacherMatrix::memory(5000, 6400), 5000.0 * 6400 / 8);
  EXPECT_EQ(RademacherMatrix(7, 0).memory_bytes(), 0u);
}

}  // namespace
}  // namespace sketchbench
