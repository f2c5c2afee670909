#include "experiments/sampling_theorems/perturbation_checks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/numerics/decompositions.hpp>

namespace sketchbench {
namespace {

/// All eigenpairs, largest first.
Eigenpairs solved(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  Eigenpairs pairs;
  pairs.values = solver.eigenvalues().reverse();
  pairs.vectors = solver.eigenvectors().rowwise().reverse();
  pairs.converged = true;
  return pairs;
}

double norm_of(const Eigen::MatrixXd& symmetric) { return solved(symmetric).values.cwiseAbs().maxCoeff(); }

Eigen::MatrixXd random_symmetric(Index m, Seed seed) {
  RandomStream random(seed, "test.symmetric");
  Eigen::MatrixXd a(m, m);
  for (double& value : a.reshaped()) value = random.normal();
  return (a + a.transpose()) / 2;
}

/// Positive semi-definite, with eigenvalues that fall as 1, 1/2, 1/4, ..., times 100.
Eigen::MatrixXd some_gram(Index m, Seed seed) {
  Eigenpairs pairs = solved(random_symmetric(m, seed));
  for (Index i = 0; i < m; ++i) pairs.values[i] = 100 * std::pow(0.5, static_cast<double>(i));
  return pairs.vectors * pairs.values.asDiagonal() * pairs.vectors.transpose();
}

Eigen::MatrixXd all_points(Index m) { return Eigen::MatrixXd::Identity(m, m); }

/// K = diag(3, 1) and the nearest matrix whose eigenvectors are turned by theta: |E| = sin(2 theta), the
/// largest turn that an error of this norm can give.
struct Turned {
  explicit Turned(double theta)
      : exact(solved(Eigen::Vector2d(3, 1).asDiagonal().toDenseMatrix())), error(std::sin(2 * theta)) {
    const double cosine = std::cos(2 * theta), sine = std::sin(2 * theta);
    Eigen::Matrix2d reflection;
    reflection << cosine, sine, sine, -cosine;
    randomised = solved(2 * Eigen::Matrix2d::Identity() + cosine * reflection);
  }
  PerturbedPairs pairs() const { return {exact, randomised, error}; }

  Eigenpairs exact, randomised;
  double error;
};

constexpr double theta = 0.3;

TEST(Inequalities, OfTwoDimensionsAreKnown) {
  const Turned turned(theta);
  for (const Trial& trial : {first_inequality(turned.pairs()), second_inequality(turned.pairs())}) {
    EXPECT_TRUE(trial.applies);
    EXPECT_FALSE(trial.broken);
    EXPECT_NEAR(trial.bound, std::tan(theta), 1e-12);
    EXPECT_NEAR(trial.measured, std::sin(theta), 1e-7);
  }
}

TEST(Inequalities, BreakWhereTheErrorIsLarger) {
  Turned turned(theta);
  turned.error /= 10;
  EXPECT_TRUE(first_inequality(turned.pairs()).broken);
  EXPECT_TRUE(second_inequality(turned.pairs()).broken);
}

TEST(Inequalities, SayNothingOfEigenvaluesWithinTheError) {
  const Eigenpairs exact = solved(Eigen::Matrix2d::Identity());
  EXPECT_FALSE(first_inequality({exact, exact, 0.5}).applies);
  EXPECT_FALSE(second_inequality({exact, exact, 0.5}).applies);
}

TEST(LeadingEigenvalues, AreThoseAboveTwiceTheError) {
  Eigenpairs exact, randomised;
  exact.values = (Eigen::VectorXd(4) << 10, 5, 1.9, 1).finished();
  randomised.values = (Eigen::VectorXd(4) << 10.5, 5.9, 2.9, 2).finished();
  const Trial trial = leading_eigenvalues({exact, randomised, 1}, 3);
  EXPECT_TRUE(trial.applies);
  EXPECT_FALSE(trial.broken);
  EXPECT_NEAR(trial.measured, 0.18, 1e-12) << "the second's; the third is below 2 |E|";
  EXPECT_EQ(trial.bound, 0.5);
  EXPECT_EQ(trial.at, "n = 2 of the first 2, which are above 2 ‖E‖");
  EXPECT_NEAR(leading_eigenvalues({exact, randomised, 1}, 1).measured, 0.05, 1e-12);
  const Trial none = leading_eigenvalues({exact, randomised, 5}, 3);
  EXPECT_FALSE(none.applies);
  EXPECT_NEAR(none.measured, 0.05, 1e-12) << "the first's";
}

TEST(RotatedFeatures, OfTwoDimensionsAreKnown) {
  const Turned turned(theta);
  const Trial any = rotated_features_of_any_point(turned.pairs(), 1);
  EXPECT_TRUE(any.applies);
  EXPECT_NEAR(any.bound, std::sin(2 * theta), 1e-12) << "1 / c, which is attained by the angle's double";
  EXPECT_NEAR(any.measured, 2 * std::sin(theta / 2), 1e-7);
  // There is a v for it: the difference of the two eigenvectors.
  const Eigen::Vector2d v(-std::sin(theta / 2), std::cos(theta / 2));
  EXPECT_NEAR(rotated_features(turned.pairs(), 1, v).measured, 2 * std::sin(theta / 2), 1e-7);
}

TEST(RotatedFeatures, SignsAndOrderOfTheFeaturesDoNotMatter) {
  Eigenpairs exact = solved(some_gram(12, 1)), other = exact;
  other.vectors.col(0) = -exact.vectors.col(1);
  other.vectors.col(1) = exact.vectors.col(0);
  EXPECT_NEAR(rotated_features({exact, other, 1}, 3, all_points(12)).measured, 0, 1e-12);
  EXPECT_GT(rotated_features({exact, other, 1}, 1, all_points(12)).measured, 0.4)
      << "a length of sqrt(2) on 12 axes";
}

TEST(RotatedFeatures, AreNotIdentifiedWhereTheGapIsTwiceTheErrorExactly) {
  // K = diag(2, 0) and K + E = I, whose eigenvectors are free: c = 1, and |f^ - R f| is up to sqrt(2) |v|.
  const Eigenpairs exact = solved(Eigen::Vector2d(2, 0).asDiagonal().toDenseMatrix());
  Eigenpairs any = exact;
  any.values << 1, 1;
  any.vectors.col(0).swap(any.vectors.col(1));
  const Trial trial = rotated_features_of_any_point({exact, any, 1}, 1);
  EXPECT_TRUE(trial.applies);
  EXPECT_TRUE(trial.broken);
  EXPECT_NEAR(trial.measured, std::numbers::sqrt2, 1e-12);
}

TEST(RotatedFeatures, DoNotApplyToASmallerGap) {
  Turned turned(theta);
  turned.error = 1.01;
  EXPECT_FALSE(rotated_features_of_any_point(turned.pairs(), 1).applies);
  EXPECT_FALSE(rotated_features(turned.pairs(), 1, all_points(2)).applies);
  EXPECT_FALSE(single_feature(turned.pairs(), 1, FeatureScale::none, all_points(2)).applies);
}

TEST(SingleFeature, AsPrintedDependsOnTheKernelsUnit) {
  // kappa diag(4, 1) and kappa (4 1; 1 1): c = 3/2, and v = (0, 1) is what f_1 does not see.
  constexpr double angle = 0.29400130177484106;  // half of atan(2 / 3)
  const Eigen::Vector2d unseen(0, 1);
  for (const double kappa : {0.01, 1.0}) {
    Eigen::Matrix2d matrix;
    matrix << 4, 1, 1, 1;
    const Eigenpairs exact = solved(kappa * Eigen::Vector2d(4, 1).asDiagonal().toDenseMatrix());
    Eigenpairs randomised = solved(kappa * matrix);
    const PerturbedPairs pairs{exact, randomised, kappa};
    const Trial plain = single_feature(pairs, 1, FeatureScale::none, unseen),
                printed = single_feature(pairs, 1, FeatureScale::as_printed, unseen),
                normalised = single_feature(pairs, 1, FeatureScale::normalised, unseen);
    for (const Trial& trial : {plain, printed, normalised}) EXPECT_TRUE(trial.applies);
    EXPECT_NEAR(plain.measured, std::sin(angle), 1e-10);
    EXPECT_NEAR(plain.bound, 2.0 / 3, 1e-10);
    EXPECT_FALSE(plain.broken);
    EXPECT_NEAR(printed.measured, std::sin(angle) / std::sqrt(kappa * (2.5 + std::sqrt(3.25))), 1e-10);
    EXPECT_NEAR(printed.bound, 2.0 / 3, 1e-10);
    EXPECT_EQ(printed.broken, kappa < 0.04);
    EXPECT_NEAR(normalised.measured, printed.measured, 1e-12);
    EXPECT_NEAR(normalised.bound, std::sqrt(2 / (4 * kappa)) / 1.5, 1e-10);
    EXPECT_FALSE(normalised.broken);
    randomised.vectors *= -1;
    EXPECT_NEAR(single_feature(pairs, 1, FeatureScale::none, unseen).measured, plain.measured, 1e-12);
  }
}

TEST(PerturbationChecks, HoldForRandomErrorsWhereTheyApply) {
  constexpr Index m = 20, most = 5;
  int applying = 0;
  for (Seed seed = 1; seed <= 30; ++seed) {
    const Eigen::MatrixXd gram = some_gram(m, seed), error = 0.3 * random_symmetric(m, 100 + seed);
    const Eigenpairs exact = solved(gram), randomised = solved(gram + error);
    const PerturbedPairs pairs{exact, randomised, norm_of(error)};
    std::vector<Trial> trials = {first_inequality(pairs), second_inequality(pairs)};
    for (Index l = 1; l <= most; ++l) {
      trials.push_back(rotated_features(pairs, l, all_points(m)));
      trials.push_back(rotated_features_of_any_point(pairs, l));
      EXPECT_LE(trials[trials.size() - 2].measured, trials.back().measured + 1e-9);
      trials.push_back(single_feature(pairs, l, FeatureScale::none, all_points(m)));
      trials.push_back(single_feature(pairs, l, FeatureScale::normalised, all_points(m)));
    }
    for (const Trial& trial : trials) {
      applying += trial.applies ? 1 : 0;
      if (trial.applies) {
        EXPECT_FALSE(trial.broken) << seed << ": " << trial.at;
      }
    }
  }
  EXPECT_GT(applying, 30 * 6);
}

TEST(WidestGap, AndMostIsolatedFeature) {
  const Eigen::VectorXd values = (Eigen::VectorXd(5) << 10, 9.5, 5, 4, 0).finished();
  EXPECT_EQ(widest_gap(values, 4), 2);
  EXPECT_EQ(widest_gap(values, 1), 1);
  EXPECT_EQ(most_isolated(values, 4), 3) << "1 to either side; feature 2 is 0.5 from the first";
}

TEST(DistanceOfSolvedMatrix, BoundsHowFarAnotherMatrixWithThesePairsIs) {
  const Eigen::MatrixXd matrix = some_gram(15, 7);
  const Eigenpairs near = solved(matrix + 0.01 * random_symmetric(15, 8));
  Eigenpairs pairs;
  pairs.vectors = near.vectors.leftCols(4);
  pairs.values = (pairs.vectors.transpose() * matrix * pairs.vectors).diagonal();
  const Eigen::MatrixXd rest = matrix * pairs.vectors - pairs.vectors * pairs.values.asDiagonal();
  pairs.residual = rest.colwise().norm().maxCoeff() / pairs.values.cwiseAbs().maxCoeff();
  const Eigen::MatrixXd& v = pairs.vectors;
  const Eigen::MatrixXd shift =
      rest * v.transpose() + v * rest.transpose() - v * (v.transpose() * rest) * v.transpose();
  EXPECT_GE(distance_of_solved_matrix(pairs), norm_of((shift + shift.transpose()) / 2));
}

TEST(RotatedFeatures, NeedTheEigenvalueBehind) {
  const Turned turned(theta);
  EXPECT_THROW(rotated_features(turned.pairs(), 2, all_points(2)), Error);
  EXPECT_THROW(single_feature(turned.pairs(), 0, FeatureScale::none, all_points(2)), Error);
}

}  // namespace
}  // namespace sketchbench
