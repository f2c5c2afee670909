#include "experiments/kernel_pca/extracted_components.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

constexpr Index l = 4;

DenseMatrix random_features(Index n, Index D) {
  RandomStream random(1, "test.features");
  DenseMatrix z(n, D);
  // Columns of different lengths, so that singular values differ, about a mean.
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < D; ++j)
      z.row(i)[j] = static_cast<float>(0.3 + random.normal() / static_cast<double>(1 + j));
  return z;
}

/// n x D, less the columns' means where they are centred.
Eigen::MatrixXd in_double(const DenseMatrix& z, bool centred) {
  Eigen::MatrixXd values = columns_of(z.view()).transpose();
  if (centred) values.rowwise() -= values.colwise().mean().eval();
  return values;
}

/// One matrix of more rows than features, and one of more features than columns are read at once.
class ExtractedComponentsTest : public testing::TestWithParam<std::tuple<Index, Index, bool>> {
 protected:
  ExtractedComponentsTest()
      : centred(std::get<2>(GetParam())),
        z(random_features(std::get<0>(GetParam()), std::get<1>(GetParam()))),
        values(in_double(z, centred)),
        principal(extracted_components(z.view(), l, centred, 1)) {}

  bool centred;
  DenseMatrix z;
  Eigen::MatrixXd values;
  ExtractedComponents principal;
};

TEST_P(ExtractedComponentsTest, AreTheLeadingSingularVectors) {
  const ThinSvd svd = thin_svd(values);
  for (Index k = 0; k < l; ++k) {
    const double singular = svd.values[k];
    EXPECT_NEAR(principal.eigenvalues[k], singular * singular, 1e-9 * singular * singular);
    EXPECT_NEAR(std::abs(principal.directions.col(k).dot(svd.u.col(k))), 1, 1e-9);
    EXPECT_NEAR(std::abs(principal.axes.col(k).dot(svd.v.col(k))), 1, 1e-9);
  }
  EXPECT_LT(
      (principal.directions.transpose() * principal.directions - Eigen::MatrixXd::Identity(l, l)).norm(),
      1e-12);
}

TEST_P(ExtractedComponentsTest, AreExtractedAsTheyAreOnTheRowsThemselves) {
  const DenseMatrix extracted = principal.extract(z.view());
  const Eigen::MatrixXd expected = values * principal.axes;
  for (Index i = 0; i < z.n; ++i)
    for (Index k = 0; k < l; ++k) {
      EXPECT_NEAR(extracted.row(i)[k], expected(i, k), 1e-5);
      const double scaled = principal.directions(i, k) * std::sqrt(principal.eigenvalues[k]);
      EXPECT_NEAR(std::abs(extracted.row(i)[k]), std::abs(scaled), 1e-5);
    }
}

TEST_P(ExtractedComponentsTest, ThreadsChangeNoBit) {
  const ExtractedComponents again = extracted_components(z.view(), l, centred, 3);
  EXPECT_EQ(again.directions, principal.directions);
  EXPECT_EQ(again.axes, principal.axes);
}

INSTANTIATE_TEST_SUITE_P(Shapes, ExtractedComponentsTest,
                         testing::Combine(testing::Values(30), testing::Values(8, 1100), testing::Bool()));

TEST(ExtractedComponents, OfASmallerRankHaveOrthonormalDirections) {
  DenseMatrix z = random_features(20, 6);
  for (Index i = 0; i < z.n; ++i)
    for (Index j = 2; j < z.d; ++j) z.row(i)[j] = z.row(i)[j % 2];
  const ExtractedComponents principal = extracted_components(z.view(), l, false, 1);
  EXPECT_LT(principal.eigenvalues[2], 1e-12 * principal.eigenvalues[0]);
  EXPECT_LT(
      (principal.directions.transpose() * principal.directions - Eigen::MatrixXd::Identity(l, l)).norm(),
      1e-12);
}

TEST(ExtractedComponents, AreNoMoreThanThereAreRowsOrFeatures) {
  const DenseMatrix z = random_features(5, 3);
  EXPECT_THROW(extracted_components(z.view(), 4, false, 1), Error);
  EXPECT_THROW(extracted_components(z.view(), 0, false, 1), Error);
}

}  // namespace
}  // namespace sketchbench
