#include <sketchbench/learners/dense_tron/steihaug.hpp>

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd random_vector(Index d, Seed seed) {
  RandomStream random(seed, "test.steihaug");
  return VectorXd::NullaryExpr(d, [&] { return 2 * random.uniform() - 1; });
}

/// Positive definite, with eigenvalues from 1 to about d.
MatrixXd random_hessian(Index d, Seed seed) {
  MatrixXd factor(d, d);
  for (Index j = 0; j < d; ++j) factor.col(j) = random_vector(d, seed * 100 + static_cast<Seed>(j));
  return MatrixXd::Identity(d, d) + factor * factor.transpose();
}

SteihaugCg solved(const MatrixXd& h, const VectorXd& g, const VectorXd& m, double radius, double tolerance) {
  SteihaugCg cg(g, m, radius, tolerance);
  while (!cg.done()) cg.take(h * cg.direction());
  return cg;
}

TEST(SteihaugCg, SolvesTheSystemWhenTheRegionIsWide) {
  for (const Seed seed : {1, 2, 3}) {
    const MatrixXd h = random_hessian(12, seed);
    const VectorXd g = random_vector(12, seed + 50);
    for (const VectorXd& m : {VectorXd(VectorXd::Ones(12)), VectorXd(h.diagonal())}) {
      const SteihaugCg cg = solved(h, g, m, 1e9, 1e-10);
      EXPECT_FALSE(cg.at_boundary());
      EXPECT_NEAR((cg.step() + h.ldlt().solve(g)).norm(), 0, 1e-8);
      EXPECT_NEAR((cg.residual() + g + h * cg.step()).norm(), 0, 1e-8);
    }
  }
}

TEST(SteihaugCg, StopsAtItsTolerance) {
  const MatrixXd h = random_hessian(40, 4);
  const VectorXd g = random_vector(40, 5), m = h.diagonal();
  const SteihaugCg cg = solved(h, g, m, 1e9, 0.1);
  const auto norm = [&](const VectorXd& r) { return std::sqrt(r.dot(r.cwiseQuotient(m))); };
  EXPECT_LE(norm(cg.residual()), 0.1 * norm(g));
  EXPECT_LT(cg.steps(), 40);
}

// On the boundary, and no worse than the Cauchy point: the best step along the preconditioned gradient.
TEST(SteihaugCg, EndsOnTheBoundaryOfASmallRegion) {
  for (const Seed seed : {1, 2, 3}) {
    const MatrixXd h = random_hessian(12, seed);
    const VectorXd g = random_vector(12, seed + 60), m = h.diagonal();
    const double radius = 0.3 * solved(h, g, m, 1e9, 1e-10).norm(h.ldlt().solve(g));
    const SteihaugCg cg = solved(h, g, m, radius, 1e-10);
    EXPECT_TRUE(cg.at_boundary());
    EXPECT_NEAR(cg.norm(cg.step()), radius, 1e-9 * radius);
    EXPECT_NEAR((cg.residual() + g + h * cg.step()).norm(), 0, 1e-8);
    const auto model = [&](const VectorXd& s) { return g.dot(s) + 0.5 * s.dot(h * s); };
    const VectorXd down = -g.cwiseQuotient(m);
    const double best = std::min(-g.dot(down) / down.dot(h * down), radius / cg.norm(down));
    EXPECT_LE(model(cg.step()), model(best * down) + 1e-12);
  }
}

// Along such a direction the model falls for ever; a step of length <r, M^-1 r> / <d, H d> would go uphill,
// or to infinity.
TEST(SteihaugCg, GoesToTheBoundaryWhereTheCurvatureIsNotPositive) {
  const VectorXd g = VectorXd::Ones(2), m = (VectorXd(2) << 2, 0.5).finished();
  for (const double curvature : {0.0, -1e-17, -3.0}) {
    for (const VectorXd& diagonal :
         {VectorXd(VectorXd::Constant(2, curvature)), VectorXd((VectorXd(2) << 4, curvature).finished())}) {
      const MatrixXd h = diagonal.asDiagonal();
      const SteihaugCg cg = solved(h, g, m, 5, 1e-10);
      EXPECT_TRUE(cg.at_boundary());
      EXPECT_NEAR(cg.norm(cg.step()), 5, 1e-12);
      EXPECT_NEAR((cg.residual() + g + h * cg.step()).norm(), 0, 1e-12);
      EXPECT_LT(g.dot(cg.step()) + 0.5 * cg.step().dot(h * cg.step()), 0);
    }
  }
}

TEST(SteihaugCg, HasNothingToDoWithoutAGradient) {
  const SteihaugCg cg(VectorXd::Zero(3), VectorXd::Ones(3), 1);
  EXPECT_TRUE(cg.done());
  EXPECT_EQ(cg.step().norm(), 0);
}

}  // namespace
}  // namespace sketchbench
