// In double precision; frequency_matrix_test.cpp has the single one.
#include "features/panel_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

using Matrix = PanelMatrix<double>;

// d beyond what is multiplied at a time; counts of whole and broken panels; all remainders of rows.
TEST(PanelMatrix, MultipliesInDoublePrecisionWhateverTheStorage) {
  for (const Index d : {1, 3, 300})
    for (const Index count : {1, 17, 90}) {
      Matrix matrix(d, count);
      RandomStream random(1, "test.matrix");
      for (Index k = 0; k < d; ++k)
        for (Index j = 0; j < count; ++j) matrix.at(k, j) = random.normal();
      const DenseMatrix x = test::sample_rows(17, d, 0.4, 2);
      const std::vector<double> values(x.value.begin(), x.value.end());
      const Index stride = Matrix::padded(count);
      std::vector<double> dense(static_cast<std::size_t>(x.n * stride)), sparse = dense, doubles = dense;
      matrix.multiply(x.view(), 0, count, dense.data(), stride);
      const CsrMatrix stored = to_sparse(x);
      matrix.multiply(stored.view(), 0, count, sparse.data(), stride);
      matrix.multiply(values.data(), d, x.n, 0, count, doubles.data(), stride);
      EXPECT_EQ(dense, sparse);
      EXPECT_EQ(dense, doubles);
      for (Index i = 0; i < x.n; ++i)
        for (Index j = 0; j < count; ++j) {
          double sum = 0, size = 0;
          for (Index k = 0; k < d; ++k) {
            sum += double{x.row(i)[k]} * matrix.at(k, j);
            size += std::abs(double{x.row(i)[k]} * matrix.at(k, j));
          }
          ASSERT_NEAR(dense[static_cast<std::size_t>(i * stride + j)], sum, 1e-14 * size);
        }
    }
}

}  // namespace
}  // namespace sketchbench
