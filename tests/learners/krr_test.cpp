#include <sketchbench/learners/ridge/krr.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/blocked_cholesky.hpp>
#include <sketchbench/learners/ridge/ridge.hpp>
#include "sample_data.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

VectorXd vector_of(const std::vector<float>& y) {
  return Eigen::Map<const Eigen::VectorXf>(y.data(), std::ssize(y)).cast<double>();
}

std::vector<double> scores_of(const Krr::Params& params, const Kernel& kernel, const LabeledMatrix& train,
                              const LabeledMatrix& test) {
  return Krr(params, kernel).train(targets_view(train), 1).model->scores(test.x.view());
}

/// In the kernel's feature space, these are the same problem.
TEST(Krr, IsRidgeOnTheRowsForTheLinearKernel) {
  const LabeledMatrix train = with_targets(300, 7, 1), test = with_targets(200, 7, 2);
  for (const bool intercept : {true, false})
    for (const double lambda : {0.01, 5.0}) {
      const Trained krr = Krr({.lambda = lambda, .intercept = intercept}, PolynomialKernel{1, 0})
                              .train(targets_view(train), 1);
      const Trained ridge = Ridge({.lambda = lambda, .intercept = intercept}).train(targets_view(train), 1);
      const auto a = krr.model->scores(test.x.view()), b = ridge.model->scores(test.x.view());
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9);
      EXPECT_NEAR(krr.report.objectives.at(0), ridge.report.objectives.at(0),
                  1e-9 * ridge.report.objectives.at(0));
    }
}

/// Features whose inner products are the kernel, in single precision: Nystrom's with all rows as landmarks.
TEST(Krr, IsRidgeOnFeaturesThatHaveTheKernel) {
  const LabeledMatrix train = with_targets(120, 4, 1), test = with_targets(50, 4, 2);
  for (const Kernel& kernel :
       {Kernel(GaussianKernel{1}), Kernel(LaplacianKernel{2}), Kernel(CauchyKernel{1})}) {
    const auto map =
        make_feature_map("nystrom_uniform", {.d_in = 4, .kernel = kernel, .D = 120}, train.x.view());
    DenseMatrix z(120, 120), unseen(50, 120);
    map->transform(train.x.view(), z);
    map->transform(test.x.view(), unseen);
    for (const bool intercept : {true, false}) {
      const Trained ridge =
          Ridge({.lambda = 0.1, .intercept = intercept}).train({z.view(), train.y, Task::regression}, 1);
      const auto a = scores_of({.lambda = 0.1, .intercept = intercept}, kernel, train, test);
      const auto b = ridge.model->scores(unseen.view());
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-4) << kernel.display();
    }
  }
}

/// (K + lambda I, 1; 1^T, 0) (alpha; b) = (y; 0), by Gaussian elimination: the intercept as a row of its own.
TEST(Krr, SolvesItsDenseSystem) {
  const LabeledMatrix train = with_targets(200, 5, 1), test = with_targets(50, 5, 2);
  for (const Kernel& kernel : {Kernel(GaussianKernel{1.5}), Kernel(LaplacianKernel{3}),
                               Kernel(CauchyKernel{2}), Kernel(PolynomialKernel{3, 1})})
    for (const bool intercept : {true, false}) {
      const Index n = 200, extended = n + (intercept ? 1 : 0);
      MatrixXd a = MatrixXd::Ones(extended, extended);
      a.topLeftCorner(n, n) = gram(kernel, train.x.view()) + 0.25 * MatrixXd::Identity(n, n);
      if (intercept) a(n, n) = 0;
      VectorXd right = VectorXd::Zero(extended);
      right.head(n) = vector_of(train.y);
      const VectorXd solution = a.fullPivLu().solve(right);
      const VectorXd expected = (gram(kernel, test.x.view(), train.x.view()) * solution.head(n)).array() +
                                (intercept ? solution(n) : 0);
      const auto scores = scores_of({.lambda = 0.25, .intercept = intercept}, kernel, train, test);
      for (std::size_t i = 0; i < scores.size(); ++i)
        EXPECT_NEAR(scores[i], expected(static_cast<Index>(i)), 1e-8) << kernel.display();
    }
}

TEST(Krr, InterpolatesAsLambdaVanishes) {
  const LabeledMatrix train = with_targets(100, 30, 1);  // so many columns that no row is there twice
  const auto largest_error = [&](double lambda) {
    const auto scores = scores_of({.lambda = lambda}, GaussianKernel{1}, train, train);
    double largest = 0;
    for (std::size_t i = 0; i < scores.size(); ++i)
      largest = std::max(largest, std::abs(scores[i] - double{train.y[i]}));
    return largest;
  };
  EXPECT_GT(largest_error(1), 0.1);
  EXPECT_LT(largest_error(1e-3), 0.02);
  EXPECT_LT(largest_error(1e-10), 1e-7);
}

TEST(Krr, ThreadsAndSlicesDoNotChangeABit) {
  const LabeledMatrix train = with_targets(300, 9, 1), test = with_targets(300, 9, 2);
  const DenseMatrix dense = to_dense(train.x);
  for (const Kernel& kernel : {Kernel(GaussianKernel{2}), Kernel(LaplacianKernel{2})})
    for (const LambdaRule& lambda : {LambdaRule(0.1), LambdaRule(LambdaGrid{.from = 1e-3, .to = 1})}) {
      const Trained one = Krr({.lambda = lambda}, kernel).train(targets_view(train), 1);
      const Trained more =
          Krr({.lambda = lambda, .threads = 3}, kernel).train({dense.view(), train.y, Task::regression}, 1);
      EXPECT_EQ(more.report.chosen, one.report.chosen);
      const auto scores = one.model->scores(test.x.view());
      EXPECT_EQ(more.model->scores(test.x.view(), 3), scores);
      const auto part = one.model->scores(test.x.view().slice(137, 300));
      EXPECT_TRUE(std::equal(part.begin(), part.end(), scores.begin() + 137));
    }
}

TEST(Krr, RefusesAMatrixThatIsSingularToDoublePrecision) {
  LabeledMatrix train = with_targets(60, 2, 1);
  EXPECT_THAT(
      [&] {
        Krr({.lambda = 1e-18}, PolynomialKernel{1, 0}).train(targets_view(train), 1);
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("krr: K + lambda I is singular"), HasSubstr("lambda = 1e-18"),
                                      HasSubstr("raise lambda"))));
  EXPECT_THAT(
      [&] {
        Krr({.lambda = LambdaGrid{.from = 1e-15, .to = 1e-15}}, PolynomialKernel{1, 0})
            .train(targets_view(train), 1);
      },
      ThrowsMessage<InputError>(HasSubstr("krr: rounding decides")));
}

TEST(Krr, RefusesKernelValuesThatAreNotFinite) {
  LabeledMatrix train = with_targets(10, 3, 1);
  for (float& value : train.x.value) value *= 1e30f;
  EXPECT_THAT(
      [&] {
        Krr({}, PolynomialKernel{9, 1}).train(targets_view(train), 1);
      },
      ThrowsMessage<InputError>(AllOf(HasSubstr("training rows"), HasSubstr("lower the degree"))));
}

TEST(Krr, RefusesRowsOfAnotherWidth) {
  const Trained trained = Krr({}, GaussianKernel{1}).train(targets_view(with_targets(30, 4, 1)), 1);
  EXPECT_THAT([&] { trained.model->scores(Rows::dense(nullptr, 0, 5, 5)); },
              ThrowsMessage<InputError>(HasSubstr("5 features, expected 4")));
}

TEST(BlockedCholesky, IsTheFactorAndItsInversesDiagonal) {
  for (const Index n : {1, 127, 256, 257, 600}) {
    const LabeledMatrix rows = with_targets(n, 20, 1);
    const MatrixXd a = gram(GaussianKernel{2}, rows.x.view()) + 0.1 * MatrixXd::Identity(n, n);
    MatrixXd l = a;
    ASSERT_TRUE(factorise(l, 3));
    const MatrixXd lower = l.triangularView<Eigen::Lower>();
    EXPECT_LT((lower * lower.transpose() - a).cwiseAbs().maxCoeff(), 1e-12) << n;
    EXPECT_LT((inverse_diagonal(l, 2) - a.inverse().diagonal()).cwiseAbs().maxCoeff(), 1e-10) << n;
    MatrixXd indefinite = a - 5 * MatrixXd::Identity(n, n);
    EXPECT_FALSE(factorise(indefinite, 1)) << n;
  }
}

}  // namespace
}  // namespace sketchbench
