#include <sketchbench/numerics/eigensolvers/randomised_eigenpairs.hpp>

#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include <sketchbench/numerics/eigensolvers/subspaces.hpp>
#include "numerics/known_spectrum.hpp"
#include "support/dense_operator.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(RandomisedEigenpairs, TakeSoManyProducts) {
  const test::DenseOperator a(test::with_spectrum(VectorXd::LinSpaced(60, 1, 0), 1));
  for (const int passes : {0, 1, 3}) {
    const Index before = a.products();
    const Eigenpairs found = randomised_eigenpairs(a, 5, 1, passes, 4, 1);
    EXPECT_EQ(found.products, (passes + 2) * (5 + 4));
    EXPECT_EQ(a.products() - before, found.products);
  }
}

// Halko, Martinsson & Tropp 2011, theorem 1.1 with l = 4 and 10 more columns: the mean of |A - Q Q^T A| is at
// most (1 + 4 sqrt(14) / 9 sqrt(m)) lambda_{l+1}, which is 0 here; single precision leaves 1e-6.
TEST(RandomisedEigenpairs, AreExactForAMatrixOfLowRank) {
  const VectorXd values = test::spectrum({5, 4, 3, 2}, 100, 0, 0);
  const test::DenseOperator a(test::with_spectrum(values, 1));
  for (const int passes : {0, 2}) {
    const Eigenpairs found = randomised_eigenpairs(a, 4, 1, passes, 10, 1);
    EXPECT_LT((found.values - values.head(4)).cwiseAbs().maxCoeff(), 1e-5);
    EXPECT_LT(found.residual, 1e-5);
    EXPECT_TRUE(found.converged);
    EXPECT_FALSE(randomised_eigenpairs(a, 3, 1, passes, 0, 1).next.has_value());
  }
}

// Fixed seeds: no chance in it.
TEST(RandomisedEigenpairs, GetBetterWithPasses) {
  VectorXd values(100);
  for (Index i = 0; i < 100; ++i) values(i) = 1 / static_cast<double>(1 + i);
  const test::DenseOperator a(test::with_spectrum(values, 2));
  const Eigen::SelfAdjointEigenSolver<MatrixXd> exact(a.entries());
  const MatrixXd space = exact.eigenvectors().rightCols(5);
  for (const Seed seed : {1, 2, 3}) {
    double share = 0, distance = 1;
    for (const int passes : {0, 2, 6}) {
      const Eigenpairs found = randomised_eigenpairs(a, 5, seed, passes, 5, 1);
      const double captured = captured_share(a, found.vectors, values.head(5), 1);
      EXPECT_GT(captured, share);
      EXPECT_LT(captured, 1 + 1e-5);
      share = captured;
      const double now = subspace_distance(space, found.vectors);
      EXPECT_LT(now, distance);
      distance = now;
    }
    EXPECT_GT(share, 0.999);
  }
}

TEST(RandomisedEigenpairs, AreThoseOfLargestValueAlsoBelowLargerNegativeOnes) {
  const Eigen::VectorXd values = test::spectrum({3, 2.5, 2}, 100, 0.1, -0.1);
  Eigen::VectorXd negative = values;
  negative.tail(25) = VectorXd::LinSpaced(25, -6, -9);
  const test::DenseOperator a(test::with_spectrum(negative, 3));
  const Eigenpairs found = randomised_eigenpairs(a, 3, 1, 80, 10, 1);
  EXPECT_LT((found.values - values.head(3)).cwiseAbs().maxCoeff(), 1e-3);
}

TEST(RandomisedEigenpairs, RefuseNegativeNumbers) {
  const test::DenseOperator a(MatrixXd::Identity(30, 30));
  EXPECT_THROW(randomised_eigenpairs(a, 2, 1, -1, 10, 1), InputError);
  EXPECT_THROW(randomised_eigenpairs(a, 2, 1, 2, -1, 1), InputError);
}

}  // namespace
}  // namespace sketchbench
