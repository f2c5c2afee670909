#include <sketchbench/data/dominant_column.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/owned_rows.hpp>

namespace sketchbench {
namespace {

std::optional<DominantColumn> dominant(const DenseMatrix& rows) {
  const CsrMatrix sparse = to_sparse(rows);
  return dominant_column(sparse.view());
}

/// Column j of row i is scale[j] when bit j of i is set: every column has the variance scale^2 / 4.
DenseMatrix bits(const std::vector<float>& scale, float shift = 0) {
  const auto d = static_cast<Index>(scale.size());
  DenseMatrix rows(Index{1} << d, d);
  for (Index i = 0; i < rows.n; ++i)
    for (Index j = 0; j < d; ++j)
      rows.row(i)[j] = shift + ((i >> j) % 2 == 1 ? scale[static_cast<std::size_t>(j)] : 0.0f);
  return rows;
}

TEST(DominantColumn, HasNineTenthsOfTheVariance) {
  const auto column = dominant(bits({1, 10, 2}));
  ASSERT_TRUE(column);
  EXPECT_EQ(column->column, 1);
  EXPECT_NEAR(column->share, 100.0 / 105, 1e-12);
  EXPECT_EQ(column->text(3), "column 2 of 3 alone makes 95 % of the squared distances between rows");
  EXPECT_FALSE(dominant(bits({1, 3, 2})));
  EXPECT_FALSE(dominant(bits({5}))) << "there is no other";
  EXPECT_FALSE(dominant(bits({0, 0})));
}

TEST(DominantColumn, IsNotOneThatIsLargeAndHardlyChanges) {
  const auto column = dominant(bits({1, 10, 2}, 1e6f));
  ASSERT_TRUE(column);
  EXPECT_EQ(column->column, 1);
  EXPECT_NEAR(column->share, 100.0 / 105, 1e-9);
  EXPECT_FALSE(dominant(bits({1, 1, 1}, 1e6f)));
}

TEST(DominantColumn, CostsNoMoreThanItsNonZeros) {
  CsrMatrix wide;
  wide.d = Index{1} << 31;
  wide.d -= 1;
  for (int i = 0; i < 4; ++i) {
    wide.make_room(2);
    wide.push(7, 1.0f);
    wide.push(wide.d - 1, i % 2 == 0 ? 1.0f : 30.0f);
    wide.end_row();
  }
  const auto column = dominant_column(wide.view());
  ASSERT_TRUE(column);
  EXPECT_EQ(column->column, wide.d - 1);
}

}  // namespace
}  // namespace sketchbench
