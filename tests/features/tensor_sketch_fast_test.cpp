#include <sketchbench/features/tensor_sketch_fast.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include <sketchbench/features/tensor_sketch.hpp>
#include "features/results_of_version.hpp"
#include "features/sample_rows.hpp"
#include "support/allocations.hpp"

namespace sketchbench {
namespace {

using testing_support::counts_allocations;
using testing_support::HeapUse;

class FastShape : public testing::TestWithParam<std::tuple<int, Index, double>> {};

// The same tables give the same features up to rounding: relative to a row's largest feature, which the
// transforms' errors are proportional to.
TEST_P(FastShape, EqualsTheStockMapUpToRounding) {
  const auto [degree, D, density] = GetParam();
  const Index d = 40, n = 37;
  const DenseMatrix x = test::sample_rows(n, d, density, 5);
  const CsrMatrix sparse = to_sparse(x);
  for (const double coef0 : {0.0, 1.5}) {
    const DenseMatrix stock = test::mapped(TensorSketch(d, {degree, coef0}, D, 11), sparse.view());
    const TensorSketchFast map(d, {degree, coef0}, D, 11);
    for (const Rows& rows : {x.view(), sparse.view()}) {
      const DenseMatrix fast = test::mapped(map, rows);
      for (Index i = 0; i < n; ++i) {
        float largest = 0;
        for (Index j = 0; j < D; ++j) largest = std::max(largest, std::abs(stock.row(i)[j]));
        for (Index j = 0; j < D; ++j)
          EXPECT_NEAR(fast.row(i)[j], stock.row(i)[j], 4e-6 * (largest + 1e-3))
              << "row " << i << ", feature " << j;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, FastShape,
                         testing::Combine(testing::Values(1, 2, 3, 4, 5),
                                          testing::Values(1, 2, 7, 64, 101, 200),
                                          testing::Values(0.05, 0.6)));

// D with large prime factors: by the definition, or interpolated from other lengths, up to the longest of the
// former and from the shortest of the latter on.
INSTANTIATE_TEST_SUITE_P(PrimeShapes, FastShape,
                         testing::Combine(testing::Values(1, 2, 3, 4),
                                          testing::Values(3, 5, 13, 23, 29, 31, 43, 47, 58, 94, 499, 997, 998,
                                                          1009),
                                          testing::Values(0.6)));
INSTANTIATE_TEST_SUITE_P(LargePrimeShapes, FastShape,
                         testing::Combine(testing::Values(2, 3), testing::Values(4999, 9973, 9998),
                                          testing::Values(0.6)));

bool all_finite(const float* row, Index count) {
  return std::all_of(row, row + count, [](float v) { return std::isfinite(v); });
}

/// Every row that the stock map has finite features for has finite ones here, and the same.
void expect_the_stock_maps_range(const DenseMatrix& x, const PolynomialKernel& kernel, Index D) {
  const DenseMatrix stock = test::mapped(TensorSketch(x.d, kernel, D, 3), x.view()),
                    fast = test::mapped(TensorSketchFast(x.d, kernel, D, 3), x.view());
  for (Index i = 0; i < x.n; ++i) {
    if (!all_finite(stock.row(i), D)) continue;
    ASSERT_TRUE(all_finite(fast.row(i), D)) << "row " << i << ", degree " << kernel.degree << ", D = " << D;
    float largest = 0;
    for (Index j = 0; j < D; ++j) largest = std::max(largest, std::abs(stock.row(i)[j]));
    // Each of the factors has an error of its own. Where they cancel, what is left of the stock map's is that
    // error, which depends on its transform: no smaller than that of the length which features have in the
    // mean.
    const double length = std::pow(squared_norm(x.view(), i) + kernel.coef0, kernel.degree / 2.0);
    const double tolerance = 1e-6 * (4 + kernel.degree) * std::max(double{largest}, length);
    for (Index j = 0; j < D; ++j) ASSERT_NEAR(fast.row(i)[j], stock.row(i)[j], tolerance);
  }
}

TEST(TensorSketchFast, ZeroRowsHaveTheirConstantAtEveryDegree) {
  const DenseMatrix x(3, 5);
  for (const int degree : {1, 2, 63, 127, 128, 129, 255, 500, 999, 1000})
    for (const Index D : {1, 2, 10, 29, 64, 101}) {
      const DenseMatrix z = test::mapped(TensorSketchFast(5, {degree, 1}, D, 3), x.view());
      ASSERT_NEAR(squared_norm(z.view(), 0), 1, 1e-5 * degree) << "degree " << degree << ", D = " << D;
      expect_the_stock_maps_range(x, {degree, 1}, D);
    }
}

TEST(TensorSketchFast, IsFiniteWhereTheStockMapIs) {
  DenseMatrix x(2, 2);
  x.value = {2, -3, -3, 2};
  for (int degree = 40; degree <= 60; ++degree)
    for (const Index D : {7, 16, 100, 499})
      for (const double coef0 : {0.0, 1.0}) expect_the_stock_maps_range(x, {degree, coef0}, D);
  // Up to where the stock map ends: each row is a little longer than the one before.
  for (const int degree : {1, 2, 3, 4, 5, 8, 33, 200})
    for (const Index D : {6, 31, 64, 101, 200}) {
      const Index n = 96;
      DenseMatrix rows = test::sample_rows(n, 12, 0.7, 8);
      for (Index i = 0; i < n; ++i) {
        const double length = std::pow(10, (34 + 0.06 * static_cast<double>(i)) / degree);
        const auto factor = static_cast<float>(length / std::sqrt(squared_norm(rows.view(), i)));
        for (Index j = 0; j < rows.d; ++j) rows.row(i)[j] *= factor;
      }
      expect_the_stock_maps_range(rows, {degree, 0}, D);
    }
}

TEST(TensorSketchFast, CountsItsTables) {
  for (const Index D : {1, 2, 500, 997, 998})
    for (const int degree : {1, 2, 3}) {
      const TensorSketchFast map(10, {degree, 1}, D, 1);
      EXPECT_EQ(static_cast<double>(map.memory_bytes()), TensorSketchFast::memory(10, {degree, 1}, D));
    }
}

// With few columns, the transforms' factors are nearly all that there is; lists of them have some in reserve.
TEST(TensorSketchFast, CountsAllThatItKeeps) {
  if (!counts_allocations) GTEST_SKIP() << "a sanitizer has an allocator of its own";
  constexpr double small = 4e3;
  for (const Index D : {4999, 5000, 9998})
    for (const int degree : {2, 3}) {
      const HeapUse heap;
      const TensorSketchFast map(10, {degree, 1}, D, 1);
      const auto said = static_cast<double>(map.memory_bytes());
      EXPECT_GT(said, 8.0 * static_cast<double>(D));
      EXPECT_GE(heap.held(), said);
      EXPECT_LE(heap.held(), 2 * said + small) << "D = " << D << ", degree " << degree;
    }
}

TEST(TensorSketchFast, GivesTheResultsOfItsVersion) {
  test::expect_results_of_version(tensor_sketch_fast_kind(), 1,
                                  {{PolynomialKernel{1, 1}, 88.750000},
                                   {PolynomialKernel{2, 1}, 158.124985},
                                   {PolynomialKernel{3, 1}, 650.937474},
                                   {PolynomialKernel{4, 1}, -1845.507582}});
}

}  // namespace
}  // namespace sketchbench
