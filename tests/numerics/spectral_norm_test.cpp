#include <sketchbench/numerics/spectral_norm.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

Eigen::MatrixXd random_symmetric(Index n, Seed seed) {
  RandomStream random(seed, "test.symmetric");
  Eigen::MatrixXd a(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) a(i, j) = a(j, i) = random.normal();
  return a;
}

SpectralNorm norm_of(const Eigen::MatrixXd& a, double tolerance) {
  return spectral_norm(
      a.rows(), [&](const Eigen::VectorXd& v) -> Eigen::VectorXd { return a * v; }, tolerance, 1);
}

double exact(const Eigen::MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).eigenvalues().cwiseAbs().maxCoeff();
}

TEST(SpectralNorm, IsTheLargestEigenvalueOfEitherSign) {
  for (const Index n : {1, 2, 3, 10, 60})
    for (const double sign : {1.0, -1.0}) {
      const Eigen::MatrixXd a =
          random_symmetric(n, static_cast<Seed>(n)) + sign * 3 * Eigen::MatrixXd::Identity(n, n);
      EXPECT_NEAR(norm_of(a, 1e-10).value, exact(a), 1e-9 * exact(a)) << n;
    }
}

// The residual promises an eigenvalue near by; that it is the largest is so here for seed 1 and all matrices.
TEST(SpectralNorm, KeepsToItsToleranceWithFewerProducts) {
  for (Seed seed = 1; seed <= 20; ++seed) {
    const Eigen::MatrixXd root = random_symmetric(100, seed), a = root * root.transpose();
    const SpectralNorm loose = norm_of(a, 1e-2), tight = norm_of(a, 1e-8);
    EXPECT_LE(loose.value, exact(a) * (1 + 1e-12));
    EXPECT_NEAR(loose.value, exact(a), 1e-2 * exact(a));
    EXPECT_LE(loose.residual, 1e-2 * loose.value);
    EXPECT_LT(loose.products, tight.products);
  }
}

TEST(SpectralNorm, OfLowRankEndsWhenNothingIsLeft) {
  const Index n = 50;
  const Eigen::VectorXd u = Eigen::VectorXd::LinSpaced(n, -1, 2);
  const SpectralNorm one = norm_of(u * u.transpose(), 0);
  EXPECT_NEAR(one.value, u.squaredNorm(), 1e-12 * u.squaredNorm());
  EXPECT_LE(one.products, 3);
  EXPECT_EQ(norm_of(Eigen::MatrixXd::Zero(n, n), 1e-3).value, 0);
  EXPECT_EQ(norm_of(Eigen::MatrixXd::Identity(n, n), 1e-3).products, 1);
}

// Eigenvalues that are evenly spread take more than five products, and fewer than the limit.
TEST(SpectralNorm, SaysWhetherItConverged) {
  for (const double sign : {1.0, -1.0}) {
    const Eigen::MatrixXd a = sign * Eigen::VectorXd::LinSpaced(400, 0, 1).asDiagonal().toDenseMatrix();
    LanczosNorm few(400, 1e-10, 1, 5);
    while (const Eigen::VectorXd* v = few.next()) few.give(a * *v);
    EXPECT_FALSE(few.result().converged);
    EXPECT_EQ(few.result().products, 5);
    EXPECT_GT(few.result().residual, 1e-3);
    EXPECT_LT(few.result().value, 1);
    const SpectralNorm many = norm_of(a, 1e-8);
    EXPECT_TRUE(many.converged);
    EXPECT_LE(many.residual, 1e-8);
    EXPECT_NEAR(many.value, 1, 1e-8);
  }
  EXPECT_TRUE(norm_of(Eigen::MatrixXd::Zero(5, 5), 1e-3).converged);
}

// |A u - theta u| of the vector itself, after every product.
TEST(SpectralNorm, HasTheResidualOfTheRitzVector) {
  const Eigen::MatrixXd a = random_symmetric(30, 7);
  LanczosNorm norm(30, 0, 1);
  std::vector<Eigen::VectorXd> basis;
  for (int m = 1; m <= 12; ++m) {
    basis.push_back(*norm.next());
    norm.give(a * basis.back());
    Eigen::MatrixXd q(30, m);
    for (int j = 0; j < m; ++j) q.col(j) = basis[static_cast<std::size_t>(j)];
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(q.transpose() * a * q);
    Index at = 0;
    solver.eigenvalues().cwiseAbs().maxCoeff(&at);
    const Eigen::VectorXd u = q * solver.eigenvectors().col(at);
    EXPECT_NEAR(norm.result().value, std::abs(solver.eigenvalues()(at)), 1e-11);
    EXPECT_NEAR(norm.result().residual, (a * u - solver.eigenvalues()(at) * u).norm(), 1e-7) << m;
  }
}

TEST(SpectralNorm, RefusesWhatIsNotFinite) {
  LanczosNorm norm(3, 1e-3, 1);
  EXPECT_THROW(norm.give(Eigen::VectorXd::Constant(3, std::numeric_limits<double>::quiet_NaN())), Error);
}

}  // namespace
}  // namespace sketchbench
