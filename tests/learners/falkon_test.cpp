#include <sketchbench/learners/falkon/falkon.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/features/nystrom/landmarks.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/metrics.hpp>
#include <sketchbench/learners/ridge/krr.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include "sample_data.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;
using testing_support::message_of;

const Falkon::Params regression = {
    .task = Task::regression, .landmarks = 40, .lambda = 1e-3, .intercept = false, .eps = 1e-12};

std::vector<double> scores_of(const Falkon::Params& params, const Kernel& kernel, const LabeledRows& train,
                              const Rows& test) {
  return Falkon(params, kernel).train(train, 1).model->scores(test);
}

/// min over alpha of |C^1/2 (K_nm alpha - y)|^2 + n lambda |K_mm^1/2 alpha|^2 by a complete orthogonal
/// decomposition, which does not square the condition and takes landmarks that repeat.
VectorXd direct_scores(const Kernel& kernel, const LabeledRows& train, const VectorXd& y, const Rows& test,
                       const Falkon::Params& params) {
  const Index n = train.x.size(), m = params.landmarks;
  const OwnedRows landmarks(train.x, uniform_landmarks(n, m, 1));
  VectorXd c = VectorXd::Ones(n);
  for (std::size_t i = 0; i < train.weights.size(); ++i) c(static_cast<Index>(i)) = train.weights[i];
  const double mean = params.intercept ? c.dot(y) / c.sum() : 0;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> k_mm(gram(kernel, landmarks.view()));
  MatrixXd left(n + m, m);
  left.topRows(n) = c.cwiseSqrt().asDiagonal() * gram(kernel, train.x, landmarks.view());
  left.bottomRows(m) = std::sqrt(c.sum() * params.lambda) *
                       k_mm.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() *
                       k_mm.eigenvectors().transpose();
  VectorXd right = VectorXd::Zero(n + m);
  right.head(n) = c.cwiseSqrt().cwiseProduct((y.array() - mean).matrix());
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(1e-11);  // landmarks that repeat leave rounding errors that are no rank
  const VectorXd alpha = decomposition.compute(left).solve(right);
  return (gram(kernel, test, landmarks.view()) * alpha).array() + mean;
}

VectorXd vector_of(std::span<const float> y) {
  return Eigen::Map<const Eigen::VectorXf>(y.data(), std::ssize(y)).cast<double>();
}

TEST(Falkon, SolvesTheNormalEquationsOfItsLandmarks) {
  const LabeledMatrix train = with_targets(700, 5, 1), test = with_targets(60, 5, 2);
  std::vector<double> weights(700);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 4);
  for (const Kernel& kernel : {Kernel(GaussianKernel{2}), Kernel(LaplacianKernel{3}), Kernel(CauchyKernel{2}),
                               Kernel(PolynomialKernel{2, 1})})
    for (const bool weighted : {false, true})
      for (const bool intercept : {false, true}) {
        LabeledRows rows = targets_view(train);
        if (weighted) rows.weights = weights;
        Falkon::Params params = regression;
        params.intercept = intercept;
        const auto found = scores_of(params, kernel, rows, test.x.view());
        const VectorXd wanted = direct_scores(kernel, rows, vector_of(train.y), test.x.view(), params);
        for (std::size_t i = 0; i < found.size(); ++i)
          EXPECT_NEAR(found[i], wanted(static_cast<Index>(i)), 1e-6) << kernel.display();
      }
}

TEST(Falkon, IsKernelRidgeRegressionWhereAllRowsAreLandmarks) {
  const LabeledMatrix train = with_targets(150, 4, 1), test = with_targets(50, 4, 2);
  Falkon::Params params = regression;
  params.landmarks = 1000;
  const auto found = scores_of(params, GaussianKernel{1.5}, targets_view(train), test.x.view());
  const auto wanted = Krr({.lambda = 150 * params.lambda, .intercept = false}, GaussianKernel{1.5})
                          .train(targets_view(train), 1)
                          .model->scores(test.x.view());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 1e-6);
}

TEST(Falkon, ClassifiesByTargetsOfEachClassAgainstTheRest) {
  for (const int classes : {2, 4}) {
    const LabeledMatrix train = labelled_by_scores(800, 4, classes, 1),
                        test = labelled_by_scores(300, 4, classes, 2);
    Falkon::Params params = regression;
    params.task = Task::classification;
    const Trained trained = Falkon(params, GaussianKernel{2}).train(view(train), 1);
    const std::vector<int> labels = trained.model->classes();
    const auto scores = trained.model->scores(test.x.view());
    const Index outputs = trained.model->outputs();
    ASSERT_EQ(outputs, classes == 2 ? 1 : classes);
    for (Index k = 0; k < outputs; ++k) {
      VectorXd y(800);
      for (Index i = 0; i < 800; ++i)
        y(i) = train.y[static_cast<std::size_t>(i)] == static_cast<float>(labels[static_cast<std::size_t>(k)])
                   ? 1
                   : -1;
      const VectorXd wanted = direct_scores(GaussianKernel{2}, view(train), y, test.x.view(), params);
      for (Index i = 0; i < 300; ++i)
        EXPECT_NEAR(scores[static_cast<std::size_t>(i * outputs + k)], wanted(i), 1e-5);  // landmarks repeat
    }
    EXPECT_GT(percent_correct(trained.model->predict(test.x.view()), test.y), classes == 2 ? 80 : 55);
  }
}

TEST(Falkon, NeitherThreadsNorStorageNorNeighboursChangeABit) {
  const LabeledMatrix train = labelled_by_scores(1500, 6, 3, 1), test = labelled_by_scores(300, 6, 3, 2);
  const DenseMatrix dense = to_dense(train.x);
  Falkon::Params params = regression;
  params.task = Task::classification;
  const auto one = scores_of(params, GaussianKernel{2}, view(train), test.x.view());
  EXPECT_EQ(scores_of(params, GaussianKernel{2}, {dense.view(), train.y}, test.x.view()), one);
  params.threads = 3;
  EXPECT_EQ(scores_of(params, GaussianKernel{2}, view(train), test.x.view()), one);
  const Trained trained = Falkon(params, GaussianKernel{2}).train(view(train), 1);
  const auto last = trained.model->scores(test.x.view().slice(299, 300));
  EXPECT_EQ(last, std::vector<double>(one.end() - 3, one.end()));
}

/// Doubling the rows many times takes no more iterations; without the preconditioner it takes the square root
/// of the condition, which grows with n.
TEST(Falkon, IterationsDoNotGrowWithTheRows) {
  std::vector<std::int64_t> iterations;
  for (const Index n : {500, 2000, 8000}) {
    const LabeledMatrix train = with_targets(n, 5, 1);
    Falkon::Params params = regression;
    params.landmarks = 200;
    params.lambda = 1e-2;
    params.eps = 1e-7;
    const Trained trained = Falkon(params, GaussianKernel{2}).train(targets_view(train), 1);
    EXPECT_TRUE(trained.report.converged);
    iterations.push_back(trained.report.iterations);
  }
  for (const std::int64_t of_n : iterations) EXPECT_LE(of_n, 13);  // 9 or 10
}

TEST(Falkon, ReportsItsObjectiveAndWhetherItConverged) {
  const LabeledMatrix train = with_targets(300, 4, 1);
  Falkon::Params params = regression;
  const Trained exact = Falkon(params, GaussianKernel{2}).train(targets_view(train), 1);
  const auto scores = exact.model->scores(train.x.view());
  double mean_square = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) mean_square += std::pow(scores[i] - train.y[i], 2) / 300;
  EXPECT_GT(exact.report.objectives.at(0), mean_square);
  params.iterations = 1;
  const Trained early = Falkon(params, GaussianKernel{2}).train(targets_view(train), 1);
  EXPECT_FALSE(early.report.converged);
  EXPECT_EQ(early.report.iterations, 1);
  EXPECT_GT(early.report.objectives.at(0), exact.report.objectives.at(0));
}

/// Three copies of each row: landmarks repeat, and K_mm is singular.
TEST(Falkon, TakesLandmarksThatRepeat) {
  const LabeledMatrix once = with_targets(60, 4, 1), test = with_targets(40, 4, 2);
  LabeledMatrix thrice;
  thrice.x.d = 4;
  for (int copy = 0; copy < 3; ++copy)
    for (Index i = 0; i < 60; ++i) {
      once.x.view().for_each_nonzero(i, [&](Index j, float value) { thrice.x.push(j, value); });
      thrice.x.end_row();
      thrice.y.push_back(once.y[static_cast<std::size_t>(i)]);
    }
  Falkon::Params params = regression;
  params.landmarks = 180;
  const auto found = scores_of(params, GaussianKernel{1.5}, targets_view(thrice), test.x.view());
  const auto wanted = scores_of(params, GaussianKernel{1.5}, targets_view(once), test.x.view());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 1e-5);
}

TEST(Falkon, RefusesValuesBeyondDoublePrecision) {
  LabeledMatrix train = with_targets(50, 3, 1);
  for (float& value : train.x.value) value *= 1e30f;
  EXPECT_THAT(message_of<InputError>([&] {
                Falkon(regression, PolynomialKernel{8, 1}).train(targets_view(train), 1);
              }),
              HasSubstr("falkon: a kernel value is beyond double precision"));
}

}  // namespace
}  // namespace sketchbench
