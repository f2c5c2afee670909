// Passes over Fourier features against the products that they stand for.
#include <sketchbench/features/embedding/row_space.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/features/embedding/tefm.hpp>
#include <sketchbench/features/fourier/random_kitchen_sinks.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include <sketchbench/numerics/transforms/subsampled_hadamard.hpp>
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

MatrixXd normal_matrix(Index rows, Index columns, Seed seed) {
  RandomStream random(seed, "test.matrix");
  MatrixXd result(rows, columns);
  for (Index j = 0; j < columns; ++j)
    for (Index i = 0; i < rows; ++i) result(i, j) = random.normal();
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
  const MatrixXd b = normal_matrix(101, 7, 5);
  expect_near(multiply_by_covariance(fourier, x.view(), b), f.transpose() * (f * b), 1e-5);
}

TEST(RowSpace, ABasisIsOrthonormalWhateverTheRank) {
  MatrixXd y = normal_matrix(40, 9, 6);
  y.col(3) = y.col(1);
  y.col(5).setZero();
  for (const MatrixXd& columns : {y, MatrixXd(MatrixXd::Zero(40, 9)), MatrixXd(MatrixXd::Ones(40, 9))}) {
    const MatrixXd q = orthonormal_basis(columns);
    EXPECT_LT((q.transpose() * q - MatrixXd::Identity(9, 9)).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_LT((columns - q * (q.transpose() * columns)).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST(RowSpace, EigenvectorsComeLargestFirst) {
  const MatrixXd q = orthonormal_basis(normal_matrix(6, 6, 7));
  const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(6, 1, 6);
  const MatrixXd leading = leading_eigenvectors(q * values.asDiagonal() * q.transpose(), 3);
  for (Index j = 0; j < 3; ++j) EXPECT_NEAR(std::abs(leading.col(j).dot(q.col(5 - j))), 1, 1e-12);
}

/// 512 rows, s and -s in turn: features of two distinct rows, and so of rank 2, with singular values about in
/// the ratio of s to 1. Offsets mix the two directions in every feature.
struct TwoDirections {
  explicit TwoDirections(float s)
      : fourier(random_kitchen_sinks(1, GaussianKernel{1}, 40, FourierForm::offset, 3)), x(512, 1) {
    for (Index i = 0; i < x.n; ++i) x.row(i)[0] = i % 2 == 0 ? s : -s;
    f = features(fourier, x.view());
    values = singular_values(f);
  }
  /// What two directions leave of F, as a part of the second singular value: 1 when they have lost it.
  double left(const MatrixXd& q) const { return (f - f * q * q.transpose()).norm() / values(1); }

  FrequencyMap fourier;
  DenseMatrix x;
  MatrixXd f;
  Eigen::VectorXd values;
};

// F^T F is summed up in single precision, so that an eigenvalue is off by about 6e-8 of the largest: a second
// singular value of 1e-2 of the first is kept, one of 1e-4 is lost (fixed seeds and rows; no chance in it).
TEST(RowSpace, TheCovarianceKeepsSingularValuesDownToTheRootOfSinglePrecision) {
  const TwoDirections above(1e-2f), below(1e-4f);
  EXPECT_GT(above.values(1), 3e-3 * above.values(0));
  EXPECT_LT(above.left(leading_eigenvectors(covariance(above.fourier, above.x.view()), 2)), 0.05);
  EXPECT_LT(below.values(1), 1.5e-4 * below.values(0));
  EXPECT_GT(below.left(leading_eigenvectors(covariance(below.fourier, below.x.view()), 2)), 0.5);
}

// A projection's error is a part of F and not of F^T F, and a basis between two powers keeps it so.
TEST(RowSpace, ProjectionsKeepSingularValuesThatTheCovarianceLoses) {
  const TwoDirections rows(1e-4f);
  for (const int q : {0, 1, 2}) {
    EXPECT_LT(rows.left(tefm_gaussian_directions(rows.fourier, rows.x.view(), 2, q, 1)), 0.2) << "q = " << q;
  }
}

}  // namespace
}  // namespace sketchbench
