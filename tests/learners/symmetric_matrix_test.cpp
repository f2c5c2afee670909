#include "learners/dense_tron/symmetric_matrix.hpp"

#include <gtest/gtest.h>

#include "core/random.hpp"

namespace sketchbench {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

SymmetricMatrix::Rows random_rows(Index n, Index d, Seed seed) {
  RandomStream random(seed, "test.symmetric_matrix");
  return SymmetricMatrix::Rows::NullaryExpr(n, d, [&] { return static_cast<float>(random.uniform() - 0.5); });
}

// Fewer columns than a block has, whole blocks, and a rest.
TEST(SymmetricMatrix, IsTheSumOfProductsOfRows) {
  for (const Index d : {1, 5, 64, 65, 128, 200}) {
    const SymmetricMatrix::Rows x = random_rows(30, d, 1), y = random_rows(7, d, 2);
    SymmetricMatrix matrix(d);
    for (int round = 0; round < 2; ++round) {  // the second forgets the first
      matrix.set_identity();
      matrix.add_products(x, 0.5f, 1);
      matrix.add_products(y, -1.5f, 3);
    }
    const MatrixXd expected = MatrixXd::Identity(d, d) +
                              0.5 * x.cast<double>().transpose() * x.cast<double>() -
                              1.5 * y.cast<double>().transpose() * y.cast<double>();
    EXPECT_NEAR((matrix.diagonal() - expected.diagonal()).norm(), 0, 1e-6 * expected.norm());
    for (Index j = 0; j < d; j += 9) {
      const VectorXd column = matrix.times(VectorXd::Unit(d, j));
      EXPECT_NEAR((column - expected.col(j)).norm(), 0, 1e-6 * expected.norm())
          << d << " columns, column " << j;
    }
    const VectorXd v = random_rows(1, d, 3).row(0).transpose().cast<double>();
    EXPECT_NEAR((matrix.times(v) - expected * v).norm(), 0, 1e-6 * expected.norm() * v.norm());
  }
}

TEST(SymmetricMatrix, DoesNotDependOnTheNumberOfThreads) {
  const SymmetricMatrix::Rows x = random_rows(50, 300, 4);
  const VectorXd v = random_rows(1, 300, 5).row(0).transpose().cast<double>();
  const auto image = [&](int threads) {
    SymmetricMatrix matrix(300);
    matrix.set_identity();
    matrix.add_products(x, 1, threads);
    return matrix.times(v);
  };
  EXPECT_EQ(image(1), image(2));
  EXPECT_EQ(image(1), image(7));
}

// Hundreds of updates in single precision would be off by more than their number times its rounding, 6e-8.
TEST(SymmetricMatrix, DoesNotLosePrecisionFromUpdateToUpdate) {
  const SymmetricMatrix::Rows x = random_rows(20, 70, 6);
  SymmetricMatrix matrix(70);
  matrix.set_identity();
  for (int update = 0; update < 1000; ++update) matrix.add_products(x, 1, 1);
  for (int update = 0; update < 1000; ++update) matrix.add_products(x, -1, 1);
  EXPECT_NEAR((matrix.diagonal() - VectorXd::Ones(70)).cwiseAbs().maxCoeff(), 0, 1e-10);
}

}  // namespace
}  // namespace sketchbench
