#include <sketchbench/core/owned_rows.hpp>

#include <gtest/gtest.h>

#include "data/data_files.hpp"

namespace sketchbench {
namespace {

using Matrix = std::vector<std::vector<float>>;

CsrMatrix sample() {
  CsrMatrix x;
  x.d = 3;
  x.push(0, 1);
  x.push(2, 2);
  x.end_row();
  x.end_row();  // a row of zeros
  x.push(1, 3);
  x.end_row();
  return x;
}

Matrix values(const Rows& x) {
  Matrix rows(static_cast<std::size_t>(x.size()), std::vector<float>(static_cast<std::size_t>(x.dim())));
  for (Index i = 0; i < x.size(); ++i)
    x.for_each_nonzero(i, [&](Index j, float value) {
      rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = value;
    });
  return rows;
}

TEST(OwnedRows, KeepTheOrderAskedForAndTheStorage) {
  const std::vector<Index> wanted = {2, 0, 1, 2};
  const Matrix expected = {{0, 3, 0}, {1, 0, 2}, {0, 0, 0}, {0, 3, 0}};
  const CsrMatrix sparse = sample();
  const DenseMatrix dense = to_dense(sparse);
  const OwnedRows from_sparse(sparse.view(), wanted), from_dense(dense.view(), wanted);
  EXPECT_TRUE(from_sparse.view().is_sparse());
  EXPECT_FALSE(from_dense.view().is_sparse());
  EXPECT_EQ(values(from_sparse.view()), expected);
  EXPECT_EQ(values(from_dense.view()), expected);
}

TEST(OwnedRows, DoNotNeedWhatTheyWereCopiedFrom) {
  auto source = std::make_unique<DenseMatrix>(to_dense(sample()));
  const OwnedRows copy(source->view().slice(1, 3), std::vector<Index>{1});
  source.reset();
  EXPECT_EQ(values(copy.view()), (Matrix{{0, 3, 0}}));
}

TEST(OwnedRows, MayBeNone) {
  const CsrMatrix sparse = sample();
  const OwnedRows none(sparse.view(), {});
  EXPECT_EQ(none.view().size(), 0);
  EXPECT_EQ(none.view().dim(), 3);
}

TEST(OwnedRows, CopyAllRowsAsTheyAreStored) {
  DenseMatrix dense(2, 3);
  dense.value = {1, 0, 2, 0, 0, 3};
  const CsrMatrix sparse = to_sparse(dense);
  EXPECT_FALSE(OwnedRows::copy_of(dense.view()).view().is_sparse());
  const OwnedRows copy = OwnedRows::copy_of(sparse.view());
  ASSERT_TRUE(copy.view().is_sparse());
  EXPECT_EQ(copy.view().size(), 2);
  EXPECT_EQ(copy.view().dim(), 3);
  EXPECT_EQ(inner_product(copy.view(), 0, dense.view(), 0), 5);
  EXPECT_EQ(OwnedRows(sparse).view().stored(), 3);
}

}  // namespace
}  // namespace sketchbench
