#include <sketchbench/numerics/eigensolvers/tall_matrices.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "support/dense_operator.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

constexpr Index many_rows = 9000;  // several blocks

double largest(const MatrixXd& a) { return a.cwiseAbs().maxCoeff(); }

TEST(TallMatrices, MultiplyAsWholes) {
  for (const Index m : {Index{5}, many_rows}) {
    const MatrixXd a = normal_rows(m, 4, 1, "test.a"), b = normal_rows(m, 3, 1, "test.b");
    const MatrixXd s = normal_rows(4, 6, 1, "test.s");
    EXPECT_LT(largest(inner_products(a, b, 2) - a.transpose() * b), 1e-10);
    EXPECT_LT(largest(combined_columns(a, s, 2) - a * s), 1e-13);
  }
}

TEST(TallMatrices, GiveTheSameBitsWithAnyThreads) {
  const MatrixXd a = normal_rows(many_rows, 5, 1, "test.a");
  const MatrixXd s = normal_rows(5, 5, 1, "test.s");
  for (const int threads : {2, 5}) {
    EXPECT_TRUE(inner_products(a, a, threads) == inner_products(a, a, 1));
    EXPECT_TRUE(combined_columns(a, s, threads) == combined_columns(a, s, 1));
    EXPECT_TRUE(orthonormal_columns(a, threads) == orthonormal_columns(a, 1));
  }
}

TEST(OrthonormalColumns, SpanTheColumnsWhateverTheirRank) {
  for (const Index m : {Index{40}, many_rows}) {
    MatrixXd y = normal_rows(m, 7, 2, "test.y");
    y.col(3) = y.col(1);
    y.col(5).setZero();
    MatrixXd far_apart = y;
    for (Index j = 0; j < 7; ++j) far_apart.col(j) *= std::pow(1e-4, static_cast<double>(j));
    MatrixXd one_row = MatrixXd::Zero(m, 7);
    one_row.row(m / 2).setOnes();
    for (const MatrixXd& columns :
         {y, far_apart, one_row, MatrixXd(MatrixXd::Zero(m, 7)), MatrixXd(MatrixXd::Ones(m, 7))}) {
      const MatrixXd q = orthonormal_columns(columns, 2);
      EXPECT_LT(largest(q.transpose() * q - MatrixXd::Identity(7, 7)), 1e-12);
      for (Index j = 0; j < 7; ++j)
        EXPECT_LE((columns.col(j) - q * (q.transpose() * columns.col(j))).norm(),
                  1e-12 * columns.col(0).norm());
    }
  }
}

TEST(NormalRows, AreTheSameForEachRowHoweverManyThereAre) {
  EXPECT_TRUE(normal_rows(9, 4, 1, "test").topRows(5) == normal_rows(5, 4, 1, "test"));
  EXPECT_TRUE(normal_rows(5, 4, 1, "test") != normal_rows(5, 4, 2, "test"));
}

TEST(Multiplied, RoundsToSinglePrecisionAlone) {
  const MatrixXd matrix = MatrixXd::Identity(6, 6) * 3, x = normal_rows(6, 2, 1, "test");
  const MatrixXd expected = (3 * x.cast<float>()).cast<double>();
  EXPECT_TRUE(multiplied(test::DenseOperator(matrix), x, 1) == expected);
}

}  // namespace
}  // namespace sketchbench
