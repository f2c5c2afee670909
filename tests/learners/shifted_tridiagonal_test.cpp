#include <sketchbench/learners/ridge/shifted_tridiagonal.hpp>

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd random_symmetric(Index n, Seed seed) {
  RandomStream random(seed, "symmetric");
  MatrixXd a(n, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) a(i, j) = random.normal();
  return (a + a.transpose()) / 2;
}

/// Q diag(values) Q^T with the Q of a random matrix.
MatrixXd with_eigenvalues(const std::vector<double>& values, Seed seed) {
  const auto n = std::ssize(values);
  const MatrixXd q = tridiagonalise(random_symmetric(n, seed)).q;
  return q * Eigen::Map<const VectorXd>(values.data(), n).asDiagonal() * q.transpose();
}

TEST(ShiftedFactor, SolvesTheShiftedSystem) {
  const MatrixXd a = with_eigenvalues({0, 0.1, 1, 3, 20}, 1);
  const Tridiagonal t = tridiagonalise(MatrixXd(a));
  const VectorXd b = random_symmetric(5, 2).col(0);
  for (const double lambda : {1e-3, 0.5, 100.0}) {
    const MatrixXd shifted = a + lambda * MatrixXd::Identity(5, 5);
    const VectorXd x = t.q * ShiftedFactor(t, lambda).solve(t.q.transpose() * b);
    EXPECT_LT((shifted * x - b).norm(), 1e-10) << lambda;
  }
}

// A pivot that is negative or no number, from either end, is one of a matrix that is not definite.
TEST(ShiftedFactor, IsRegularWhereEveryEigenvalueIsAboveRounding) {
  for (Seed seed = 1; seed <= 20; ++seed)
    for (const double least : {1.0, 1e-6, 1e-12, -1e-12, -1e-6, -1.0}) {
      const Tridiagonal t = tridiagonalise(with_eigenvalues({5, 4, 3, 2, 1 + least, 2, 3}, seed));
      EXPECT_EQ(ShiftedFactor(t, -1).is_regular(), least > 0) << seed << " " << least;
    }
  const Tridiagonal nowhere{.q = MatrixXd::Identity(2, 2),
                            .diagonal = VectorXd::Constant(2, std::nan("")),
                            .subdiagonal = VectorXd::Zero(1)};
  EXPECT_FALSE(ShiftedFactor(nowhere, 1).is_regular());
}

}  // namespace
}  // namespace sketchbench
