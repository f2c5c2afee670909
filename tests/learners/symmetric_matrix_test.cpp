#include <sketchbench/learners/dense_tron/symmetric_matrix.hpp>

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

#include <sketchbench/core/random.hpp>

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

constexpr SymmetricMatrix::Share whole_of_it{};

// Fewer columns than a block has, whole blocks, and a rest.
TEST(SymmetricMatrix, IsTheSumOfProductsOfRows) {
  for (const Index d : {1, 5, 64, 65, 128, 200}) {
    const SymmetricMatrix::Rows x = random_rows(30, d, 1), y = random_rows(7, d, 2);
    SymmetricMatrix matrix(d);
    for (int round = 0; round < 2; ++round) {  // the second forgets the first
      matrix.set_identity(whole_of_it);
      matrix.add_products(x, 0.5, whole_of_it);
      for (const Index share : {2, 0, 1}) matrix.add_products(y, -1.5, {share, 3});
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

// Shares are disjoint and leave nothing out, be there more of them than the matrix has parts.
TEST(SymmetricMatrix, DoesNotDependOnTheNumberOfShares) {
  const SymmetricMatrix::Rows x = random_rows(50, 300, 4);
  const auto all_values = [&](Index shares) {
    SymmetricMatrix matrix(300);
    for (Index share = 0; share < shares; ++share) matrix.set_identity({share, shares});
    for (Index share = 0; share < shares; ++share) matrix.add_products(x, 1, {share, shares});
    MatrixXd columns(300, 300);
    for (Index j = 0; j < 300; ++j) columns.col(j) = matrix.times(VectorXd::Unit(300, j));
    return columns;
  };
  const MatrixXd expected = all_values(1);
  for (const Index shares : {2, 3, 4, 5, 7}) EXPECT_EQ(all_values(shares), expected) << shares << " shares";
}

/// Values that a share changes.
Index changed(Index dim, SymmetricMatrix::Share share) {
  SymmetricMatrix matrix(dim);
  matrix.set_identity(whole_of_it);
  matrix.add_products(SymmetricMatrix::Rows::Ones(1, dim), 1, share);
  Index count = 0;
  for (Index j = 0; j < dim; ++j)
    count += ((matrix.times(VectorXd::Unit(dim, j)) - VectorXd::Unit(dim, j)).array() != 0).count();
  return count;
}

// Two threads finish together: with the columns of Table 1's Covertype among others.
TEST(SymmetricMatrix, HasSharesOfAboutTheSameSize) {
  for (const Index dim : {500, 320}) {
    const auto first = static_cast<double>(changed(dim, {0, 2})),
               all = static_cast<double>(changed(dim, whole_of_it));
    EXPECT_NEAR(first / all, 0.5, 0.06) << dim;
  }
}

// A value of at most 5,001 is rounded 2,000 times, by at most 2^-41 each time; in single precision it would
// be by 2^-12.
TEST(SymmetricMatrix, DoesNotLosePrecisionFromUpdateToUpdate) {
  const SymmetricMatrix::Rows x = random_rows(20, 70, 6);
  SymmetricMatrix matrix(70);
  matrix.set_identity(whole_of_it);
  for (int update = 0; update < 1000; ++update) matrix.add_products(x, 1, whole_of_it);
  for (int update = 0; update < 1000; ++update) matrix.add_products(x, -1, whole_of_it);
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
  matrix.set_identity(whole_of_it);
  for (Index begin = 0; begin < n; begin += 128)
    matrix.add_products(x.middleRows(begin, std::min<Index>(128, n - begin)), 2, whole_of_it);
  MatrixXd whole(d, d);
  for (Index j = 0; j < d; ++j) whole.col(j) = matrix.times(VectorXd::Unit(d, j));
  const VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<MatrixXd>(whole, Eigen::EigenvaluesOnly).eigenvalues();
  EXPECT_GT(eigenvalues(d - 1), 1e10);
  EXPECT_GT(eigenvalues(0), 0.99);
}

}  // namespace
}  // namespace sketchbench
