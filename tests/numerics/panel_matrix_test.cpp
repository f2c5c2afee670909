#include <sketchbench/numerics/panel_matrix.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

template <class T>
class PanelMatrixOf : public testing::Test {
 protected:
  using Matrix = PanelMatrix<T>;

  static Matrix sample_matrix(Index d, Index count) {
    Matrix matrix(d, count);
    RandomStream random(1, "test.matrix");
    for (Index k = 0; k < d; ++k)
      for (Index j = 0; j < count; ++j) matrix.at(k, j) = static_cast<T>(random.normal());
    return matrix;
  }

  /// Of all rows with all vectors, with the least stride.
  static std::vector<T> products(const Matrix& matrix, const Rows& x) {
    const Index stride = Matrix::padded(matrix.count());
    std::vector<T> y(static_cast<std::size_t>(x.size() * stride));
    matrix.multiply(x, 0, matrix.count(), y.data(), stride);
    return y;
  }
};

using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(PanelMatrixOf, Precisions);

// d beyond what is multiplied at a time; counts of whole and broken panels; all remainders of rows.
TYPED_TEST(PanelMatrixOf, MultipliesWhateverTheStorage) {
  const double tolerance = std::is_same_v<TypeParam, float> ? 1e-6 : 1e-14;
  for (const Index d : {1, 3, 255, 256, 300, 520})
    for (const Index count : {1, 16, 17, 64, 90}) {
      const auto matrix = this->sample_matrix(d, count);
      const DenseMatrix x = test::sample_rows(17, d, 0.4, 2);
      const std::vector<TypeParam> values(x.value.begin(), x.value.end());
      const std::vector<TypeParam> dense = this->products(matrix, x.view());
      EXPECT_EQ(dense, this->products(matrix, to_sparse(x).view()));
      const Index stride = matrix.padded(count);
      std::vector<TypeParam> of_values(dense.size());
      matrix.multiply(values.data(), d, x.n, 0, count, of_values.data(), stride);
      EXPECT_EQ(dense, of_values);
      for (Index i = 0; i < x.n; ++i)
        for (Index j = 0; j < count; ++j) {
          double sum = 0, size = 0;
          for (Index k = 0; k < d; ++k) {
            const double product = double{x.row(i)[k]} * double{matrix.at(k, j)};
            sum += product;
            size += std::abs(product);
          }
          ASSERT_NEAR(dense[static_cast<std::size_t>(i * stride + j)], sum, tolerance * size)
              << "d = " << d << ", count = " << count;
        }
    }
}

TYPED_TEST(PanelMatrixOf, AProductDoesNotDependOnWhatIsMultipliedBesideIt) {
  const Index d = 300, count = 150, padded = 160;
  const auto matrix = this->sample_matrix(d, count);
  const DenseMatrix x = test::sample_rows(29, d, 0.4, 3);
  const std::vector<TypeParam> all = this->products(matrix, x.view());
  const CsrMatrix sparse = to_sparse(x);
  for (const Rows& rows : {x.view(), sparse.view()})
    for (const Index step : {1, 2, 3, 7, 13})
      for (const Index panels : {1, 3, 4, 10}) {
        const Index width = panels * matrix.panel;
        std::vector<TypeParam> y(static_cast<std::size_t>(x.n * padded));
        for (Index i = 0; i < x.n; i += step)
          for (Index j = 0; j < count; j += width)
            matrix.multiply(rows.slice(i, std::min(x.n, i + step)), j, std::min(count, j + width),
                            y.data() + i * padded + j, padded);
        ASSERT_EQ(y, all) << step << " rows, " << panels << " panels";
      }
}

TYPED_TEST(PanelMatrixOf, CountsItsBytes) {
  for (const Index count : {1, 16, 100})
    EXPECT_EQ(static_cast<double>(PanelMatrix<TypeParam>(30, count).memory_bytes()),
              PanelMatrix<TypeParam>::memory(30, count));
}

}  // namespace
}  // namespace sketchbench
