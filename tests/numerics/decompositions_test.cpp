#include <sketchbench/numerics/decompositions.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/types.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd normal_values(Index rows, Index columns, Seed seed) {
  RandomStream random(seed, "decompositions_test");
  MatrixXd result(rows, columns);
  for (double& value : result.reshaped()) value = random.normal();
  return result;
}

double largest(const MatrixXd& a) { return a.cwiseAbs().maxCoeff(); }

double distance_from_orthonormal(const MatrixXd& q) {
  return largest(q.transpose() * q - MatrixXd::Identity(q.cols(), q.cols()));
}

/// Tall, square, wide, a row, a column and a value; of full rank, of rank 1 and of rank 0.
std::vector<MatrixXd> matrices() {
  std::vector<MatrixXd> result{MatrixXd::Zero(7, 3)};
  for (const auto& [rows, columns] : {std::pair{40, 7}, {9, 9}, {6, 30}, {1, 5}, {5, 1}, {1, 1}}) {
    result.push_back(normal_values(rows, columns, 1));
    result.push_back(normal_values(rows, 1, 2) * normal_values(1, columns, 3));
  }
  return result;
}

TEST(ThinSvd, IsADecompositionByOrthonormalVectors) {
  for (const MatrixXd& a : matrices()) {
    const ThinSvd svd = thin_svd(a);
    ASSERT_EQ(svd.values.size(), std::min(a.rows(), a.cols()));
    EXPECT_LT(distance_from_orthonormal(svd.u), 1e-13);
    EXPECT_LT(distance_from_orthonormal(svd.v), 1e-13);
    EXPECT_LT(largest(svd.u * svd.values.asDiagonal() * svd.v.transpose() - a), 1e-13 * (1 + a.norm()));
    EXPECT_GE(svd.values.minCoeff(), 0);
    EXPECT_TRUE(std::is_sorted(svd.values.begin(), svd.values.end(), std::greater<>()));
  }
}

TEST(ThinSvd, HasTheRootsOfTheEigenvaluesOfProducts) {
  for (const MatrixXd& a : matrices()) {
    const MatrixXd products = a.rows() < a.cols() ? MatrixXd(a * a.transpose()) : MatrixXd(a.transpose() * a);
    const VectorXd squares = Eigen::SelfAdjointEigenSolver<MatrixXd>(products).eigenvalues().reverse();
    const VectorXd values = singular_values(a);
    EXPECT_LT(largest(values.cwiseAbs2() - squares), 1e-13 * (1 + products.norm()));
    EXPECT_LT(largest(values - thin_svd(a).values), 1e-14 * (1 + a.norm()));
  }
}

// Columns of very different lengths: an algorithm that squares the matrix would lose the short one.
TEST(ThinSvd, KeepsTheDigitsOfSmallValues) {
  MatrixXd a = orthonormal_basis(normal_values(20, 3, 4));
  a.col(1) *= 1e-9;
  a.col(2) *= 1e-15;
  const VectorXd values = singular_values(a);
  EXPECT_NEAR(values(0), 1, 1e-13);
  EXPECT_NEAR(values(1), 1e-9, 1e-21);
  EXPECT_NEAR(values(2), 1e-15, 1e-27);
}

TEST(OrthonormalBasis, HoldsTheColumnsWhateverTheirRank) {
  for (const MatrixXd& y : matrices()) {
    if (y.rows() < y.cols()) continue;
    const MatrixXd q = orthonormal_basis(y);
    ASSERT_EQ(q.cols(), y.cols());
    EXPECT_LT(distance_from_orthonormal(q), 1e-13);
    EXPECT_LT(largest(y - q * (q.transpose() * y)), 1e-13 * (1 + y.norm()));
  }
}

}  // namespace
}  // namespace sketchbench
