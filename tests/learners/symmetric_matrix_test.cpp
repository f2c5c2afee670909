#include "learners/dense_tron/symmetric_matrix.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "core/random.hpp"

namespace sketchbench {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Values of single precision, as features are.
SymmetricMatrix::Rows random_rows(Index n, Index d, Seed seed) {
  RandomStream random(seed, "test.symmetric_matrix");
  return SymmetricMatrix::Rows::NullaryExpr(
      n, d, [&] { return double{static_cast<float>(random.uniform() - 0.5)}; });
}

// Fewer columns than a block has, whole blocks, and a rest.
TEST(SymmetricMatrix, IsTheSumOfProductsOfRows) {
  for (const Index d : {1, 5, 64, 65, 128, 200}) {
    const SymmetricMatrix::Rows x = random_rows(30, d, 1), y = random_rows(7, d, 2);
    SymmetricMatrix matrix(d);
    for (int round = 0; round < 2; ++round) {  // the second forgets the first
      matrix.set_identity();
      matrix.add_products(x, 0.5, 1);
      matrix.add_products(y, -1.5, 3);
    }
    const MatrixXd expected = MatrixXd::Identity(d, d) + 0.5 * x.transpose() * x - 1.5 * y.transpose() * y;
    EXPECT_NEAR((matrix.diagonal() - expected.diagonal()).norm(), 0, 1e-14 * expected.norm());
    for (Index j = 0; j < d; j += 9) {
      const VectorXd column = matrix.times(VectorXd::Unit(d, j));
      EXPECT_NEAR((column - expected.col(j)).norm(), 0, 1e-14 * expected.norm())
          << d << " columns, column " << j;
    }
    const VectorXd v = random_rows(1, d, 3).row(0).transpose();
    EXPECT_NEAR((matrix.times(v) - expected * v).norm(), 0, 1e-14 * expected.norm() * v.norm());
  }
}

TEST(SymmetricMatrix, DoesNotDependOnTheNumberOfThreads) {
  const SymmetricMatrix::Rows x = random_rows(50, 300, 4);
  const VectorXd v = random_rows(1, 300, 5).row(0).transpose();
  const auto image = [&](int threads) {
    SymmetricMatrix matrix(300);
    matrix.set_identity();
    matrix.add_products(x, 1, threads);
    return matrix.times(v);
  };
  EXPECT_EQ(image(1), image(2));
  EXPECT_EQ(image(1), image(7));
}

// A value of at most 5,001 is rounded 2,000 times, by at most 2^-41 each time; in single precision it would
// be by 2^-12.
TEST(SymmetricMatrix, DoesNotLosePrecisionFromUpdateToUpdate) {
  const SymmetricMatrix::Rows x = random_rows(20, 70, 6);
  SymmetricMatrix matrix(70);
  matrix.set_identity();
  for (int update = 0; update < 1000; ++update) matrix.add_products(x, 1, 1);
  for (int update = 0; update < 1000; ++update) matrix.add_products(x, -1, 1);
  EXPECT_NEAR((matrix.diagonal() - VectorXd::Ones(70)).cwiseAbs().maxCoeff(), 0, 2e-9);
}

// Pairs of columns that are all but equal and large: only the identity keeps the matrix from being singular.
// Its smallest eigenvalue is 1 plus at most 2e-3, from what the columns of a pair differ by. Sums in single
// precision are off by some hundreds in each value, and such a matrix has negative eigenvalues.
TEST(SymmetricMatrix, StaysPositiveDefiniteWhereColumnsAreNearlyEqual) {
  constexpr Index n = 6000, d = 60;
  SymmetricMatrix::Rows x = 4000 * random_rows(n, d, 7);
  const SymmetricMatrix::Rows noise = 1e-3 * random_rows(n, d, 8);
  for (Index j = 0; j < d; j += 2) x.col(j + 1) = x.col(j) + noise.col(j);
  x = x.cast<float>().cast<double>().eval();
  SymmetricMatrix matrix(d);
  matrix.set_identity();
  for (Index begin = 0; begin < n; begin += 128)
    matrix.add_products(x.middleRows(begin, std::min<Index>(128, n - begin)), 2, 1);
  MatrixXd whole(d, d);
  for (Index j = 0; j < d; ++j) whole.col(j) = matrix.times(VectorXd::Unit(d, j));
  const VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<MatrixXd>(whole, Eigen::EigenvaluesOnly).eigenvalues();
  EXPECT_GT(eigenvalues(d - 1), 1e10);
  EXPECT_GT(eigenvalues(0), 0.99);
}

}  // namespace
}  // namespace sketchbench
