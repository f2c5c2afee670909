// Learners on a kernel matrix that is given.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <tuple>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/block_smo/block_smo.hpp>
#include <sketchbench/learners/ridge/krr.hpp>
#include "sample_data.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;
using testing::ThrowsMessage;

const Kernel narrow = GaussianKernel{1.5};

DenseMatrix in_single_precision(const MatrixXd& matrix) {
  DenseMatrix copy(matrix.rows(), matrix.cols());
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index j = 0; j < matrix.cols(); ++j) copy.row(i)[j] = static_cast<float>(matrix(i, j));
  return copy;
}

double decision_value(const PairSolution& pair, const DenseMatrix& gram, Index row) {
  double sum = -pair.rho;
  for (std::size_t k = 0; k < pair.row.size(); ++k) sum += pair.b[k] * double{gram.row(row)[pair.row[k]]};
  return sum;
}

std::vector<double> weights_of_rows(Index n) {
  std::vector<double> weights;
  for (Index i = 0; i < n; ++i) weights.push_back(0.25 * static_cast<double>(1 + i % 5));
  return weights;
}

// 900 rows are more than a working set; a small cache has few of their rows.
TEST(GivenGram, HasTheMachinesOfTheKernel) {
  for (const auto& [n, classes, cache_mb] :
       {std::tuple<Index, int, double>{200, 2, 100.0}, {200, 4, 100.0}, {900, 2, 100.0}, {900, 2, 0.1}})
    for (const bool weighted : {false, true}) {
      const LabeledMatrix train = labelled_by_scores(n, 8, classes, 1);
      const std::vector<double> weights = weighted ? weights_of_rows(n) : std::vector<double>();
      LabeledRows data = view(train);
      data.weights = weights;
      const DenseMatrix gram = in_single_precision(sketchbench::gram(narrow, train.x.view()));
      const BlockSmo::Params params{.C = 2, .eps = 1e-4, .cache_mb = cache_mb};
      const Trained of_rows = BlockSmo(params, narrow).train(data, 1);
      const GramSvm of_gram = train_on_gram(params, gram.view(), train.y, weights);
      EXPECT_TRUE(of_gram.report.converged);
      ASSERT_EQ(of_gram.report.objectives.size(), of_rows.report.objectives.size());
      for (std::size_t p = 0; p < of_gram.report.objectives.size(); ++p)
        EXPECT_NEAR(of_gram.report.objectives[p], of_rows.report.objectives[p],
                    1e-4 * std::abs(of_rows.report.objectives[p]));
      const std::vector<double> scores = of_rows.model->scores(train.x.view());
      for (Index i = 0; i < n; ++i)
        for (std::size_t p = 0; p < of_gram.pairs.size(); ++p)
          ASSERT_NEAR(decision_value(of_gram.pairs[p], gram, i),
                      scores[static_cast<std::size_t>(i) * of_gram.pairs.size() + p], 5e-3);
    }
}

TEST(GivenGram, ChangesNothingWithThreadsOrShrinking) {
  const LabeledMatrix train = labelled_by_scores(400, 8, 3, 1);
  const DenseMatrix gram = in_single_precision(sketchbench::gram(narrow, train.x.view()));
  const GramSvm once = train_on_gram({.eps = 1e-5}, gram.view(), train.y),
                again = train_on_gram({.eps = 1e-5, .threads = 3}, gram.view(), train.y),
                without = train_on_gram({.eps = 1e-5, .shrinking = false}, gram.view(), train.y);
  for (std::size_t p = 0; p < once.pairs.size(); ++p) {
    EXPECT_EQ(once.pairs[p].b, again.pairs[p].b);
    EXPECT_EQ(once.pairs[p].row, again.pairs[p].row);
    EXPECT_NEAR(once.report.objectives[p], without.report.objectives[p],
                1e-5 * std::abs(without.report.objectives[p]));
  }
}

/// The difference of two Gaussian kernels has negative eigenvalues.
MatrixXd indefinite(const Rows& x) {
  return sketchbench::gram(GaussianKernel{1}, x) - 0.7 * sketchbench::gram(GaussianKernel{2}, x);
}

TEST(GivenGram, MayBeIndefinite) {
  const LabeledMatrix train = labelled_by_scores(150, 4, 2, 1);
  const MatrixXd k = indefinite(train.x.view());
  ASSERT_LT(Eigen::SelfAdjointEigenSolver<MatrixXd>(k).eigenvalues()(0), -0.1);
  const DenseMatrix gram = in_single_precision(k);
  const double C = 1;
  const GramSvm found = train_on_gram({.C = C, .eps = 1e-4}, gram.view(), train.y);
  EXPECT_TRUE(found.report.converged);
  // The conditions of a stationary point, at every row.
  std::vector<double> b(150, 0);
  for (std::size_t s = 0; s < found.pairs[0].row.size(); ++s)
    b[static_cast<std::size_t>(found.pairs[0].row[s])] = found.pairs[0].b[s];
  for (Index i = 0; i < 150; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double side = static_cast<int>(train.y[at]) == found.pairs[0].first ? 1 : -1,
                 margin = side * decision_value(found.pairs[0], gram, i), alpha = side * b[at];
    EXPECT_GE(alpha, 0);
    EXPECT_LE(alpha, C);
    if (alpha < C) {
      EXPECT_GE(margin, 1 - 1e-3) << i;
    }
    if (alpha > 0) {
      EXPECT_LE(margin, 1 + 1e-3) << i;
    }
  }
}

TEST(GivenGram, IsRefusedWhereItIsNone) {
  const LabeledMatrix train = labelled_by_scores(20, 4, 2, 1);
  const DenseMatrix oblong(20, 4);
  EXPECT_THAT([&] { train_on_gram({}, oblong.view(), train.y); },
              ThrowsMessage<InputError>(HasSubstr("20 x 4, expected a square one")));
  EXPECT_THAT([&] { train_on_gram({}, MatrixXd::Ones(3, 4), std::vector<float>(3)); },
              ThrowsMessage<InputError>(HasSubstr("3 x 4, expected a square one")));
  EXPECT_THAT([&] { train_on_gram({}, MatrixXd::Identity(3, 3), std::vector<float>(4)); },
              ThrowsMessage<InputError>(HasSubstr("4 targets for 3 training rows")));
}

TEST(GivenGram, HasTheRidgeOfTheKernelForEachTarget) {
  const LabeledMatrix train = with_targets(120, 5, 1), test = with_targets(40, 5, 2);
  const MatrixXd k = gram(narrow, train.x.view()), k_test = gram(narrow, train.x.view(), test.x.view());
  std::vector<float> second;
  for (std::size_t i = 0; i < train.y.size(); ++i) second.push_back(train.y[i] * train.y[(i + 7) % 120]);
  std::vector<float> both(train.y);
  both.insert(both.end(), second.begin(), second.end());
  for (const bool intercept : {true, false})
    for (const bool weighted : {true, false}) {
      const std::vector<double> weights = weighted ? weights_of_rows(120) : std::vector<double>();
      const Krr::Params params{.lambda = 0.3, .intercept = intercept, .threads = 2};
      const GramRidge found = train_on_gram(params, k, both, weights);
      for (Index t = 0; t < 2; ++t) {
        const Trained expected =
            Krr(params, narrow)
                .train({train.x.view(), t == 0 ? train.y : second, Task::regression, weights}, 1);
        const std::vector<double> scores = expected.model->scores(test.x.view());
        const VectorXd predicted = k_test.transpose() * found.coefficients.col(t);
        for (Index i = 0; i < 40; ++i)
          EXPECT_NEAR(predicted(i) + found.intercepts(t), scores[static_cast<std::size_t>(i)], 1e-9);
      }
    }
}

// The errors of both targets together, by leaving rows out for real, are least at the lambda that is chosen.
TEST(GivenGram, ChoosesOneLambdaForAllTargets) {
  const LabeledMatrix train = with_targets(40, 4, 1);
  const MatrixXd k = gram(narrow, train.x.view());
  std::vector<float> both(train.y);
  for (std::size_t i = 0; i < 40; ++i) both.push_back(std::sin(static_cast<float>(i)));
  const LambdaGrid grid{.from = 1e-3, .to = 1, .per_decade = 1};
  const GramRidge found = train_on_gram({.lambda = grid, .intercept = false}, k, both);
  const auto error = [&](double lambda) {
    double sum = 0;
    for (Index out = 0; out < 40; ++out) {
      std::vector<Index> kept;
      for (Index i = 0; i < 40; ++i)
        if (i != out) kept.push_back(i);
      MatrixXd system = k(kept, kept);
      system.diagonal().array() += lambda;
      for (Index t = 0; t < 2; ++t) {
        const VectorXd y = Eigen::Map<const Eigen::VectorXf>(both.data() + 40 * t, 40).cast<double>()(kept);
        const double predicted = k(out, kept).dot(system.lu().solve(y));
        sum += std::pow(predicted - double{both[static_cast<std::size_t>(40 * t + out)]}, 2);
      }
    }
    return sum / 80;
  };
  EXPECT_NEAR(found.chosen.at("loo_rmse").get<double>(), std::sqrt(error(found.lambda)), 1e-6);
  for (const double lambda : grid.lambdas(LambdaGrid::unit(k.diagonal().mean())))
    EXPECT_LE(error(found.lambda), error(lambda) + 1e-9);
}

}  // namespace
}  // namespace sketchbench
