// Passes over Fourier features against the products that they stand for.
#include "features/embedding/row_space.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "features/fourier/random_kitchen_sinks.hpp"
#include "features/hadamard/subsampled_hadamard.hpp"
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

FrequencyMap sample_fourier(Index d_in, Index d) {
  return random_kitchen_sinks(d_in, GaussianKernel{1}, d, FourierForm::pairs, 3);
}

MatrixXd features(const FrequencyMap& fourier, const Rows& x) {
  const DenseMatrix f = test::mapped(fourier, x);
  MatrixXd result(f.n, f.d);
  for (Index i = 0; i < f.n; ++i)
    for (Index j = 0; j < f.d; ++j) result(i, j) = double{f.row(i)[j]};
  return result;
}

void expect_near(const MatrixXd& actual, const MatrixXd& expected, double tolerance) {
  ASSERT_EQ(actual.rows(), expected.rows());
  ASSERT_EQ(actual.cols(), expected.cols());
  EXPECT_LT((actual - expected).cwiseAbs().maxCoeff(), tolerance * expected.cwiseAbs().maxCoeff());
}

// Rows of less than a block, of one and of several; columns of less than a tile and of several.
TEST(RowSpace, ProjectsOnGaussianColumns) {
  for (const Index n : {7, 256, 600})
    for (const Index d : {5, 100}) {
      const FrequencyMap fourier = sample_fourier(4, d);
      const DenseMatrix x = test::sample_rows(n, 4, 1, 1);
      const Index l = 5;
      MatrixXd theta(n, l);
      for (Index i = 0; i < n; ++i) {
        RandomStream random(9, "test", static_cast<std::uint64_t>(i));
        for (Index j = 0; j < l; ++j) theta(i, j) = random.normal();
      }
      expect_near(gaussian_projection(fourier, x.view(), l, 9, "test"),
                  features(fourier, x.view()).transpose() * theta, 1e-5);
    }
}

TEST(RowSpace, ProjectsOnHadamardColumns) {
  for (const Index n : {7, 1024, 2500})
    for (const Index d : {5, 100}) {
      const FrequencyMap fourier = sample_fourier(4, d);
      const DenseMatrix x = test::sample_rows(n, 4, 1, 1);
      const Index l = 6;
      const SubsampledHadamard theta(n, l, 9, "test");
      const MatrixXd f = features(fourier, x.view());
      MatrixXd expected(d, l);
      std::vector<float> column(static_cast<std::size_t>(theta.padded())), out(static_cast<std::size_t>(l));
      for (Index j = 0; j < d; ++j) {
        for (Index i = 0; i < n; ++i) column[static_cast<std::size_t>(i)] = static_cast<float>(f(i, j));
        theta.apply(column.data(), out.data());
        for (Index k = 0; k < l; ++k) expected(j, k) = double{out[static_cast<std::size_t>(k)]};
      }
      expect_near(hadamard_projection(fourier, x.view(), l, 9, "test"), expected, 1e-5);
    }
}

TEST(RowSpace, MultipliesByTheCovariance) {
  const FrequencyMap fourier = sample_fourier(4, 101);
  const DenseMatrix x = test::sample_rows(600, 4, 1, 1);
  const MatrixXd f = features(fourier, x.view());
  expect_near(covariance(fourier, x.view()), f.transpose() * f, 1e-5);
  MatrixXd b(101, 7);
  RandomStream random(5, "test");
  for (Index j = 0; j < b.cols(); ++j)
    for (Index i = 0; i < b.rows(); ++i) b(i, j) = random.normal();
  expect_near(multiply_by_covariance(fourier, x.view(), b), f.transpose() * (f * b), 1e-5);
}

TEST(RowSpace, ABasisIsOrthonormalWhateverTheRank) {
  MatrixXd y = MatrixXd::Random(40, 9);
  y.col(3) = y.col(1);
  y.col(5).setZero();
  for (const MatrixXd& columns : {y, MatrixXd(MatrixXd::Zero(40, 9)), MatrixXd(MatrixXd::Ones(40, 9))}) {
    const MatrixXd q = orthonormal_basis(columns);
    EXPECT_LT((q.transpose() * q - MatrixXd::Identity(9, 9)).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LT((columns - q * (q.transpose() * columns)).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST(RowSpace, EigenvectorsComeLargestFirst) {
  const MatrixXd q = orthonormal_basis(MatrixXd::Random(6, 6));
  const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(6, 1, 6);
  const MatrixXd leading = leading_eigenvectors(q * values.asDiagonal() * q.transpose(), 3);
  for (Index j = 0; j < 3; ++j) EXPECT_NEAR(std::abs(leading.col(j).dot(q.col(5 - j))), 1, 1e-12);
}

}  // namespace
}  // namespace sketchbench
