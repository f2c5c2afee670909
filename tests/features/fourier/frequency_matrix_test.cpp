#include "features/fourier/frequency_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

FrequencyMatrix sample_matrix(Index d, Index count) {
  FrequencyMatrix matrix(d, count);
  RandomStream random(1, "test.matrix");
  for (Index k = 0; k < d; ++k)
    for (Index j = 0; j < count; ++j) matrix.at(k, j) = static_cast<float>(random.normal());
  return matrix;
}

DenseMatrix products(const FrequencyMatrix& matrix, const Rows& x) {
  const Index padded =
      (matrix.count() + FrequencyMatrix::panel - 1) / FrequencyMatrix::panel * FrequencyMatrix::panel;
  DenseMatrix y(x.size(), padded);
  matrix.multiply(x, 0, matrix.count(), y.value.data(), padded);
  return y;
}

// d beyond what is multiplied at a time; counts of whole and broken panels; all remainders of rows.
TEST(FrequencyMatrix, MultipliesWhateverTheStorage) {
  for (const Index d : {1, 3, 255, 256, 300, 520})
    for (const Index count : {1, 16, 17, 64, 90}) {
      const FrequencyMatrix matrix = sample_matrix(d, count);
      const DenseMatrix x = test::sample_rows(17, d, 0.4, 2);
      const DenseMatrix dense = products(matrix, x.view()), sparse = products(matrix, to_sparse(x).view());
      EXPECT_EQ(dense.value, sparse.value);
      for (Index i = 0; i < x.n; ++i)
        for (Index j = 0; j < count; ++j) {
          double sum = 0, size = 0;
          for (Index k = 0; k < d; ++k) {
            const double product = double{x.row(i)[k]} * double{matrix.at(k, j)};
            sum += product;
            size += std::abs(product);
          }
          ASSERT_NEAR(dense.row(i)[j], sum, 1e-6 * size) << "d = " << d << ", count = " << count;
        }
    }
}

TEST(FrequencyMatrix, AProductDoesNotDependOnWhatIsMultipliedBesideIt) {
  const Index d = 300, count = 150, padded = 160;
  const FrequencyMatrix matrix = sample_matrix(d, count);
  const DenseMatrix x = test::sample_rows(29, d, 0.4, 3), all = products(matrix, x.view());
  const CsrMatrix sparse = to_sparse(x);
  for (const Rows& rows : {x.view(), sparse.view()})
    for (const Index step : {1, 2, 3, 7, 13})
      for (const Index panels : {1, 3, 4, 10}) {
        DenseMatrix y(x.n, padded);
        for (Index i = 0; i < x.n; i += step)
          for (Index j = 0; j < count; j += panels * FrequencyMatrix::panel)
            matrix.multiply(rows.slice(i, std::min(x.n, i + step)), j,
                            std::min(count, j + panels * FrequencyMatrix::panel), y.row(i) + j, padded);
        ASSERT_EQ(y.value, all.value) << step << " rows, " << panels << " panels";
      }
}

TEST(FrequencyMatrix, CountsItsBytes) {
  for (const Index count : {1, 16, 100})
    EXPECT_EQ(static_cast<double>(FrequencyMatrix(30, count).memory_bytes()),
              FrequencyMatrix::memory(30, count));
}

}  // namespace
}  // namespace sketchbench
