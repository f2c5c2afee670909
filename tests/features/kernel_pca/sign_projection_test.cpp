#include <sketchbench/features/kernel_pca/model/sign_projection.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include "features/kernel_pca/matrices.hpp"

namespace sketchbench {
namespace {

TEST(SignProjection, IsTheProductWithItsSigns) {
  const Index d = 30, s = 19;
  const SignProjection projection(d, s, 7);
  Eigen::MatrixXd p(d, s);
  for (Index k = 0; k < d; ++k)
    for (Index j = 0; j < s; ++j) p(k, j) = double{projection.entry(k, j)};
  EXPECT_LT(test::largest(p.cwiseAbs() - Eigen::MatrixXd::Constant(d, s, 1 / std::sqrt(19.0))), 1e-7);
  const DenseMatrix x = test::sample_rows(60, d, 0.5, 1);
  EXPECT_LT(test::largest(test::matrix_of(projection.project(x.view())) - test::matrix_of(x) * p), 1e-6);
}

// Over 3000 seeds (fixed), within 5 standard errors: beyond that with a probability of 2e-6 for normal laws.
// The variance of |x P|^2 is (2 / s) (|x|^4 - sum of x_k^4).
TEST(SignProjection, KeepsLengthsAndInnerProductsInTheMean) {
  const DenseMatrix x = test::sample_rows(2, 12, 1, 1);
  const Rows rows = x.view();
  const Index s = 9;
  test::Sample squares, products;
  for (Seed seed = 0; seed < 3000; ++seed) {
    const DenseMatrix z = SignProjection(12, s, seed).project(rows);
    squares.add(squared_norm(z.view(), 0));
    products.add(inner_product(z.view(), 0, z.view(), 1));
  }
  EXPECT_NEAR(squares.mean(), squared_norm(rows, 0), 5 * squares.mean_error());
  EXPECT_NEAR(products.mean(), inner_product(rows, 0, rows, 1), 5 * products.mean_error());
  double fourths = 0;
  rows.for_each_nonzero(0, [&](Index, float value) { fourths += std::pow(double{value}, 4); });
  const double variance = 2 * (std::pow(squared_norm(rows, 0), 2) - fourths) / static_cast<double>(s);
  EXPECT_NEAR(squares.variance(), variance, 5 * squares.variance_error());
}

TEST(SignProjection, GivesTheSameBitsForEveryStorageSlicingAndNumberOfThreads) {
  const DenseMatrix x = test::sample_rows(131, 40, 0.3, 1);
  const SignProjection projection(40, 21, 3);
  const DenseMatrix whole = projection.project(x.view());
  EXPECT_EQ(projection.project(to_sparse(x).view()).value, whole.value);
  EXPECT_EQ(projection.project(x.view(), 3).value, whole.value);
  for (const Index i : {0, 77, 130}) {
    const DenseMatrix one = projection.project(x.view().slice(i, i + 1));
    EXPECT_TRUE(std::equal(one.value.begin(), one.value.end(), whole.row(i)));
  }
  EXPECT_EQ(SignProjection(40, 21, 3).project(x.view()).value, whole.value);
  EXPECT_NE(SignProjection(40, 21, 4).project(x.view()).value, whole.value);
}

TEST(SignProjection, RefusesOtherShapes) {
  const DenseMatrix x(3, 5);
  EXPECT_THROW(SignProjection(0, 3, 1), InputError);
  EXPECT_THROW(SignProjection(3, 0, 1), InputError);
  EXPECT_THAT([&] { SignProjection(6, 2, 1).project(x.view()); },
              testing::ThrowsMessage<InputError>(
                  testing::AllOf(testing::HasSubstr("5 columns"), testing::HasSubstr("expected 6"))));
}

}  // namespace
}  // namespace sketchbench
