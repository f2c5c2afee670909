#include <sketchbench/numerics/eigensolvers/subspaces.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>
#include "numerics/known_spectrum.hpp"
#include "support/dense_operator.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// Each column of b is that of a, turned by an angle towards a direction of its own.
TEST(Subspaces, HaveTheSinesOfTheAnglesThatTurnedThem) {
  const MatrixXd q = orthonormal_columns(normal_rows(30, 6, 1, "test"));
  const VectorXd angles = (VectorXd(3) << 1.2, 1e-3, 1e-9).finished();
  const MatrixXd a = q.leftCols(3);
  MatrixXd b(30, 3);
  for (Index j = 0; j < 3; ++j)
    b.col(j) = std::cos(angles(j)) * q.col(j) + std::sin(angles(j)) * q.col(3 + j);
  // Other bases of the same spaces.
  const MatrixXd rotated = b * orthonormal_columns(normal_rows(3, 3, 2, "test"));
  for (const MatrixXd& basis : {b, rotated}) {
    const VectorXd sines = principal_sines(a, basis);
    for (Index j = 0; j < 3; ++j) EXPECT_NEAR(sines(j), std::sin(angles(j)), 1e-14);
    EXPECT_NEAR(subspace_distance(a, basis), std::sin(1.2), 1e-14);
    const MatrixXd difference = a * a.transpose() - basis * basis.transpose();
    const Eigen::SelfAdjointEigenSolver<MatrixXd> projections(difference);
    EXPECT_NEAR(subspace_distance(basis, a), projections.eigenvalues().cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(Subspaces, AreAtDistanceZeroFromThemselvesAndOneFromTheirComplement) {
  const MatrixXd q = orthonormal_columns(normal_rows(20, 20, 3, "test"));
  EXPECT_LT(subspace_distance(q.leftCols(5), q.leftCols(5)), 1e-14);
  EXPECT_NEAR(subspace_distance(q.leftCols(5), q.rightCols(5)), 1, 1e-14);
  EXPECT_LE(subspace_distance(q.leftCols(5), q.rightCols(5)), 1);
  EXPECT_THROW(subspace_distance(q.leftCols(5), q.leftCols(4)), InputError);
}

TEST(CapturedShare, IsOneForTheLeadingEigenvectorsAlone) {
  const VectorXd values = test::spectrum({4, 3, 2}, 40, 1, 0);
  const test::DenseOperator a(test::with_spectrum(values, 1));
  const Eigen::SelfAdjointEigenSolver<MatrixXd> exact(a.entries());
  const MatrixXd leading = exact.eigenvectors().rightCols(3);
  EXPECT_NEAR(captured_share(a, leading, values.head(3), 1), 1, 1e-5);
  EXPECT_NEAR(captured_share(a, exact.eigenvectors().leftCols(3), values.head(3), 1),
              exact.eigenvalues().head(3).sum() / 9, 1e-5);
  EXPECT_THROW(captured_share(a, leading, values.head(2), 1), InputError);
  EXPECT_THROW(captured_share(a, leading, VectorXd::Zero(3), 1), InputError);
}

TEST(CoincidingEigenvalues, AreGroupsOfNeighbours) {
  const VectorXd values = (VectorXd(7) << 10, 9.95, 9.9, 5, 1, 0.98, -3).finished();
  EXPECT_THAT(coinciding_eigenvalues(values, 0.01), ElementsAre(Pair(0, 2), Pair(4, 5)));
  EXPECT_THAT(coinciding_eigenvalues(values, 1e-4), IsEmpty());
  EXPECT_THAT(coinciding_eigenvalues(values, 1), ElementsAre(Pair(0, 6)));
  EXPECT_THAT(coinciding_eigenvalues(VectorXd::Zero(3), 0), ElementsAre(Pair(0, 2)));
  EXPECT_THAT(coinciding_eigenvalues(VectorXd::Ones(1), 1), IsEmpty());
  EXPECT_THAT(coinciding_eigenvalues(VectorXd(0), 1), IsEmpty());
}

TEST(LastEigenvalue, CoincidesWithTheNextWithinTheToleranceOrTheResidual) {
  Eigenpairs found{.values = (VectorXd(2) << 10, 4).finished(), .residual = 1e-6};
  EXPECT_FALSE(last_eigenvalue_coincides(found, 1)) << "there is none behind all of them";
  found.next = 3.99;
  EXPECT_TRUE(last_eigenvalue_coincides(found, 1e-3));
  EXPECT_FALSE(last_eigenvalue_coincides(found, 1e-4));
  found.residual = 1e-3;
  EXPECT_TRUE(last_eigenvalue_coincides(found, 1e-4));
  found.next = 4.0001;
  EXPECT_TRUE(last_eigenvalue_coincides(found, 0)) << "a little larger by rounding";
}

}  // namespace
}  // namespace sketchbench
