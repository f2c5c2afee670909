#include <sketchbench/features/tensor_sketch.hpp>

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "features/results_of_version.hpp"
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

/// Row i with the constant's coordinate appended.
std::vector<double> extended_row(const DenseMatrix& x, Index i, double coef0) {
  std::vector<double> row(x.row(i), x.row(i) + x.d);
  row.push_back(std::sqrt(coef0));
  return row;
}

/// Algorithm 1 without convolutions: adds the Count Sketch of the tensor product of x, entry by entry.
void naive_sketch(const CountSketches& tables, const std::vector<double>& x, Index D, Index level,
                  Index bucket, double product, std::vector<double>& z) {
  if (level == tables.count()) {
    z[static_cast<std::size_t>(bucket % D)] += product;
    return;
  }
  for (std::size_t j = 0; j < x.size(); ++j) {
    const auto coordinate = static_cast<Index>(j);
    naive_sketch(tables, x, D, level + 1, bucket + tables.bucket(level, coordinate),
                 product * tables.sign(level, coordinate) * x[j], z);
  }
}

double l1_norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double value : x) sum += std::abs(value);
  return sum;
}

class TensorSketchShape : public testing::TestWithParam<std::tuple<int, Index, double>> {};

TEST_P(TensorSketchShape, IsTheCountSketchOfTheTensorProduct) {
  const auto [degree, D, coef0] = GetParam();
  const Index d = 5;
  const DenseMatrix x = test::sample_rows(3, d, 0.8, 1);
  const TensorSketch map(d, {degree, coef0}, D, 7);
  const DenseMatrix z = test::mapped(map, x.view());
  for (Index i = 0; i < x.n; ++i) {
    const auto row = extended_row(x, i, coef0);
    std::vector<double> expected(static_cast<std::size_t>(D));
    naive_sketch(map.sketches(), row, D, 0, 0, 1.0, expected);
    const double largest = std::pow(l1_norm(row), degree);
    for (Index j = 0; j < D; ++j)
      EXPECT_NEAR(z.row(i)[j], expected[static_cast<std::size_t>(j)], 1e-6 * largest);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, TensorSketchShape,
                         testing::Combine(testing::Values(1, 2, 3, 4),
                                          testing::Values(1, 2, 3, 7, 8, 17, 64, 100, 101, 200),
                                          testing::Values(0.0, 1.0, 2.5)));

// With one bucket every count sketch is a sum with signs.
TEST(TensorSketch, OfOneBucketIsAProductOfSums) {
  const DenseMatrix x = test::sample_rows(1, 9, 1, 3);
  const TensorSketch map(9, {3, 0}, 1, 2);
  double product = 1;
  for (Index k = 0; k < 3; ++k) {
    double sum = 0;
    for (Index j = 0; j < 9; ++j) sum += map.sketches().sign(k, j) * double{x.row(0)[j]};
    product *= sum;
  }
  EXPECT_NEAR(test::mapped(map, x.view()).row(0)[0], product, 1e-5 * (1 + std::abs(product)));
}

TEST(TensorSketch, OfAnEmptyRowIsZeroWithoutAConstant) {
  const DenseMatrix x(2, 3);
  for (const float value : test::mapped(TensorSketch(3, {3, 0}, 10, 1), x.view()).value) EXPECT_EQ(value, 0);
}

TEST(TensorSketch, HighDegreesStayFinite) {
  DenseMatrix x = test::sample_rows(2, 4, 1, 1);
  for (float& value : x.value) value *= 0.25f;
  const DenseMatrix z = test::mapped(TensorSketch(4, {151, 0.5}, 32, 1), x.view());
  for (const float value : z.value) EXPECT_TRUE(std::isfinite(value));
}

TEST(TensorSketch, GivesTheResultsOfItsVersion) {
  test::expect_results_of_version(tensor_sketch_kind(), 1,
                                  {{PolynomialKernel{1, 1}, 88.750000},
                                   {PolynomialKernel{2, 1}, 158.124985},
                                   {PolynomialKernel{3, 1}, 650.937474},
                                   {PolynomialKernel{4, 1}, -1845.507582}});
}

}  // namespace
}  // namespace sketchbench
