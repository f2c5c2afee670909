#include <sketchbench/features/kernel_pca/frequent_directions.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>
#include "features/kernel_pca/matrices.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

FrequentDirections sketch_of(const DenseMatrix& a, Index l, Index rows_of_block = 50) {
  FrequentDirections sketch(a.d, l);
  for (Index first = 0; first < a.n; first += rows_of_block)
    sketch.add(a.view().slice(first, std::min(a.n, first + rows_of_block)));
  return sketch;
}

/// Rows with a decaying spectrum, whose scale drifts so that later ones matter as much as the first.
DenseMatrix decaying_rows(Index n, Index d) {
  DenseMatrix a = test::sample_rows(n, d, 1, 3);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < d; ++j)
      a.row(i)[j] *= static_cast<float>((1 + static_cast<double>(i) / static_cast<double>(n)) /
                                        static_cast<double>(1 + j));
  return a;
}

MatrixXd lost(const DenseMatrix& a, const FrequentDirections& sketch) {
  const MatrixXd rows = test::matrix_of(a), b = sketch.sketch();
  return rows.transpose() * rows - b.transpose() * b;
}

VectorXd eigenvalues(const MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

// Liberty 2013; Ghashami et al. 2016, theorem 1.1: with the best approximation A_k of rank k < l as well.
TEST(FrequentDirections, LoseNoMoreThanTheirGuarantee) {
  for (const DenseMatrix& a : {test::sample_rows(700, 30, 1, 1), decaying_rows(700, 30)}) {
    const MatrixXd rows = test::matrix_of(a);
    const VectorXd squares = eigenvalues(rows.transpose() * rows).reverse();
    for (const Index l : {1, 5, 12, 30}) {
      const FrequentDirections sketch = sketch_of(a, l);
      const double norm = rows.squaredNorm(), rounding = 1e-12 * norm;
      EXPECT_NEAR(sketch.squared_norm(), norm, rounding);
      EXPECT_LE(sketch.sketch().rows(), 2 * l);
      const VectorXd range = eigenvalues(lost(a, sketch));
      EXPECT_GE(range(0), -rounding);
      EXPECT_LE(range(range.size() - 1), sketch.shrunk() + rounding);
      for (Index k = 0; k <= l && k < squares.size(); ++k)
        EXPECT_LE(sketch.shrunk(),
                  squares.tail(squares.size() - k).sum() / static_cast<double>(l + 1 - k) + rounding)
            << "l = " << l << ", k = " << k;
    }
  }
}

// Directions of a guarantee that leaves them apart: |A - A V V^T|_F^2 <= (1 + k / (l + 1 - k)) |A - A_k|_F^2
// for the k leading ones (Ghashami & Phillips 2014).
TEST(FrequentDirections, LeaveLittleMoreThanTheBestSubspace) {
  const DenseMatrix a = decaying_rows(700, 30);
  const MatrixXd rows = test::matrix_of(a);
  const VectorXd squares = eigenvalues(rows.transpose() * rows).reverse();
  const Index l = 10;
  const MatrixXd v = sketch_of(a, l).directions();
  for (const Index k : {1, 3, 5, 8}) {
    const double left = (rows - rows * v.leftCols(k) * v.leftCols(k).transpose()).squaredNorm();
    const double factor = 1 + static_cast<double>(k) / static_cast<double>(l + 1 - k);
    EXPECT_LE(left, factor * squares.tail(squares.size() - k).sum() * (1 + 1e-10)) << k;
  }
}

TEST(FrequentDirections, OfALowRankLoseNothing) {
  DenseMatrix a(300, 12);
  const DenseMatrix left = test::sample_rows(300, 4, 1, 1), right = test::sample_rows(4, 12, 1, 2);
  for (Index i = 0; i < a.n; ++i)
    for (Index j = 0; j < a.d; ++j)
      for (Index k = 0; k < 4; ++k) a.row(i)[j] += left.row(i)[k] * right.row(k)[j];
  const FrequentDirections sketch = sketch_of(a, 5);
  const double norm = sketch.squared_norm();
  EXPECT_LT(test::largest(lost(a, sketch)), 1e-10 * norm) << "values were rounded to single precision";
  const MatrixXd v = sketch.directions(), rows = test::matrix_of(a);
  EXPECT_LT(test::largest(v.transpose() * v - MatrixXd::Identity(5, 5)), 1e-12);
  EXPECT_LT((rows - rows * v * v.transpose()).norm(), 1e-5 * std::sqrt(norm));
}

// Before the sketch is full it is the matrix itself.
TEST(FrequentDirections, AreTheSingularVectorsOfFewRows) {
  const DenseMatrix a = decaying_rows(14, 20);
  const FrequentDirections sketch = sketch_of(a, 7);
  EXPECT_EQ(sketch.shrunk(), 0);
  EXPECT_EQ(sketch.sketch(), test::matrix_of(a));
  const ThinSvd svd = thin_svd(test::matrix_of(a));
  const MatrixXd expected = svd.v.leftCols(7), v = sketch.directions();
  EXPECT_LT(test::largest((v.transpose() * expected).cwiseAbs() - MatrixXd::Identity(7, 7)), 1e-9);
  const VectorXd squares = svd.values.head(7).array().square();
  EXPECT_LT(test::largest(sketch.squared_singular_values() - squares), 1e-12 * squares(0));
}

TEST(FrequentDirections, AreOrthonormalWhereRowsSpanFewOrNone) {
  for (const DenseMatrix& a : {DenseMatrix(0, 9), DenseMatrix(40, 9), test::repeated_rows(40, 9, 2)}) {
    const FrequentDirections sketch = sketch_of(a, 4);
    const MatrixXd v = sketch.directions();
    EXPECT_LT(test::largest(v.transpose() * v - MatrixXd::Identity(4, 4)), 1e-12);
    EXPECT_EQ(sketch.squared_singular_values().size(), 4);
    EXPECT_LT(test::largest(lost(a, sketch)), 1e-12 * (1 + sketch.squared_norm()));
  }
}

TEST(FrequentDirections, DoNotDependOnBlocks) {
  const DenseMatrix a = decaying_rows(333, 17);
  const CsrMatrix sparse = to_sparse(a);
  const MatrixXd expected = sketch_of(a, 6).sketch();
  for (const Index rows : {1, 7, 333}) EXPECT_EQ(sketch_of(a, 6, rows).sketch(), expected);
  FrequentDirections other(17, 6);
  other.add(sparse.view());
  EXPECT_EQ(other.sketch(), expected);
}

TEST(FrequentDirections, RefuseOtherShapesAndWhatIsNoNumber) {
  EXPECT_THROW(FrequentDirections(5, 0), InputError);
  EXPECT_THAT([] { FrequentDirections(5, 6); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("expected from 1 to 5")));
  FrequentDirections sketch(5, 2);
  EXPECT_THROW(sketch.add(DenseMatrix(3, 4).view()), InputError);
  DenseMatrix infinite = test::sample_rows(9, 5, 1, 1);
  infinite.row(2)[1] = std::numeric_limits<float>::infinity();
  EXPECT_THROW(sketch.add(infinite.view()), Error);
}

}  // namespace
}  // namespace sketchbench
