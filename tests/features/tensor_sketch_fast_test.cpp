#include "features/tensor_sketch_fast.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "features/sample_rows.hpp"
#include "features/tensor_sketch.hpp"

namespace sketchbench {
namespace {

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

}  // namespace
}  // namespace sketchbench
