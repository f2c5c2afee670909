#include <sketchbench/learners/ridge/ridge_dual.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/learners/ridge/ridge.hpp>
#include "sample_data.hpp"
#include "streamed_rows.hpp"

// Ridge regression of more columns than rows: n equations in the place of d, and the same weights.

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::StreamedRows;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<double> some_weights(Index n) {
  std::vector<double> weights;
  for (Index i = 0; i < n; ++i) weights.push_back(0.1 + std::abs(std::sin(static_cast<double>(i))));
  return weights;
}

/// d weights, and the intercept behind them.
VectorXd parameters_of(const Trained& trained) {
  const ModelParts parts = trained.model->parts().value();
  std::vector<double> all = parts.real.at("weights");
  all.push_back(parts.real.at("intercept").at(0));
  return Eigen::Map<const VectorXd>(all.data(), std::ssize(all));
}

/// Of (1, x), the 1's weight free of charge, by Gaussian elimination.
VectorXd naive(const LabeledRows& data, double lambda, bool intercept) {
  const Index n = data.x.size(), d = data.x.dim();
  MatrixXd z = MatrixXd::Zero(n, d + 1);
  VectorXd c = VectorXd::Ones(n);
  if (!data.weights.empty()) c = Eigen::Map<const VectorXd>(data.weights.data(), n);
  for (Index i = 0; i < n; ++i) {
    data.x.for_each_nonzero(i, [&](Index j, float value) { z(i, j) = double{value}; });
    if (intercept) z(i, d) = 1;
  }
  MatrixXd system = z.transpose() * c.asDiagonal() * z;
  system.diagonal().head(d).array() += lambda;
  if (!intercept) system(d, d) = 1;
  const VectorXd y = Eigen::Map<const Eigen::VectorXf>(data.y.data(), n).cast<double>();
  return system.fullPivLu().solve(z.transpose() * c.asDiagonal() * y);
}

/// Rows as those of texts, of which each column is in few, but for two that all have: one of them far from 0.
LabeledMatrix sparse_targets(Index n, Index d, Seed seed) {
  RandomStream random(seed, "sparse targets");
  LabeledMatrix data;
  data.x.d = d;
  for (Index i = 0; i < n; ++i) {
    double target = random.normal();
    for (Index j = 0; j < d; ++j) {
      const bool common = j == 3 || j == d - 1;
      if (!common && random.uniform() > 0.02) continue;
      const double value = random.normal() + (j == 3 ? 30 : 0);
      data.x.push(j, static_cast<float>(value));
      target += value * std::cos(static_cast<double>(j));
    }
    data.x.end_row();
    data.y.push_back(static_cast<float>(target));
  }
  return data;
}

Trained trained_by(bool dual, const LambdaRule& lambda, bool intercept, const LabeledRows& data) {
  return Ridge({.lambda = lambda, .intercept = intercept, .threads = 2, .dual = dual}).train(data, 1);
}

/// Beside the largest.
double difference(const VectorXd& a, const VectorXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

TEST(RidgeDual, HasTheWeightsOfThePrimalAndOfElimination) {
  // More rows than columns as well, and more columns than are taken at once.
  for (const auto& [n, d] : {std::pair<Index, Index>{40, 90}, {120, 50}, {30, 1100}}) {
    const LabeledMatrix plain = with_targets(n, d, 1), sparse = sparse_targets(n, d, 2);
    const std::vector<double> weights = some_weights(n);
    for (const LabeledMatrix* const matrix : {&plain, &sparse})
      for (const bool weighted : {false, true})
        for (const bool intercept : {false, true}) {
          LabeledRows data = targets_view(*matrix);
          if (weighted) data.weights = weights;
          const Trained dual = trained_by(true, 0.7, intercept, data),
                        primal = trained_by(false, 0.7, intercept, data);
          const double rounding = 1e-8;
          EXPECT_LT(difference(parameters_of(dual), parameters_of(primal)), rounding)
              << n << " " << d << " " << weighted << intercept << (matrix == &sparse);
          EXPECT_NEAR(dual.report.objectives.at(0), primal.report.objectives.at(0),
                      rounding * primal.report.objectives.at(0));
          if (d > 500) continue;
          EXPECT_LT(difference(parameters_of(dual), naive(data, 0.7, intercept)), 1e-7)
              << n << " " << d << " " << weighted << intercept << (matrix == &sparse);
        }
  }
}

TEST(RidgeDual, ChoosesTheSameLambda) {
  const LabeledMatrix train = with_targets(40, 90, 1);
  const std::vector<double> weights = some_weights(40);
  for (const bool weighted : {false, true})
    for (const bool intercept : {false, true}) {
      LabeledRows data = targets_view(train);
      if (weighted) data.weights = weights;
      const LambdaGrid grid{.from = 1e-4, .to = 10, .per_decade = 2};
      const Trained dual = trained_by(true, grid, intercept, data),
                    primal = trained_by(false, grid, intercept, data);
      const Json &a = dual.report.chosen, &b = primal.report.chosen;
      EXPECT_NEAR(a.at("unit").get<double>(), b.at("unit").get<double>(), 1e-12 * b.at("unit").get<double>());
      EXPECT_NEAR(a.at("lambda").get<double>(), b.at("lambda").get<double>(),
                  1e-12 * b.at("lambda").get<double>());
      ASSERT_EQ(a.at("loo_rmses").size(), b.at("loo_rmses").size());
      for (std::size_t k = 0; k < a.at("loo_rmses").size(); ++k)
        EXPECT_NEAR(a.at("loo_rmses")[k].get<double>(), b.at("loo_rmses")[k].get<double>(), 1e-8);
      EXPECT_LT(difference(parameters_of(dual), parameters_of(primal)), 1e-8);
    }
}

// What rows have in common is not to cost the digits of what they differ in.
TEST(RidgeDual, LargeMeansLoseNoDigits) {
  RandomStream random(3, "ridge");
  DenseMatrix x(30, 80);
  std::vector<float> y;
  for (Index i = 0; i < 30; ++i) {
    for (Index j = 0; j < 80; ++j) x.row(i)[j] = static_cast<float>(1e6 + random.normal());
    y.push_back(static_cast<float>(random.normal()));
  }
  const LabeledRows data{x.view(), y, Task::regression};
  const Trained dual = trained_by(true, 1e-3, true, data), primal = trained_by(false, 1e-3, true, data);
  const auto a = dual.model->scores(x.view()), b = primal.model->scores(x.view());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-6);
}

TEST(RidgeDual, StorageStreamingAndThreadsDoNotChangeABit) {
  const LabeledMatrix train = sparse_targets(300, 1500, 1);
  const DenseMatrix dense = to_dense(train.x);
  for (const bool intercept : {false, true}) {
    const VectorXd expected = parameters_of(Ridge({.intercept = intercept}).train(targets_view(train), 1));
    for (const int threads : {1, 2, 5}) {
      const Ridge ridge({.intercept = intercept, .threads = threads});
      EXPECT_EQ(parameters_of(ridge.train(targets_view(train), 1)), expected);
      EXPECT_EQ(parameters_of(ridge.train({dense.view(), train.y, Task::regression}, 1)), expected);
      EXPECT_EQ(parameters_of(ridge.train_on_blocks(StreamedRows(dense), train.y, {}, 1)), expected);
    }
  }
}

TEST(RidgeDual, RowsThatAreAlikeHaveTheirMean) {
  LabeledMatrix train = with_targets(10, 60, 1);
  for (float& value : train.x.value) value = 0;
  const Trained constant = Ridge({.lambda = 1}).train(targets_view(train), 1);
  double mean = 0;
  for (const float y : train.y) mean += double{y} / 10;
  EXPECT_NEAR(constant.model->scores(train.x.view())[4], mean, 1e-12);
}

TEST(RidgeDual, RefusesAMatrixThatIsSingularToDoublePrecision) {
  DenseMatrix x(10, 60);
  for (Index i = 0; i < 10; ++i)
    for (Index j = 0; j < 60; ++j) x.row(i)[j] = static_cast<float>(i / 2 + j % 3);  // pairs of equal rows
  const std::vector<float> y(10, 1);
  EXPECT_THAT(([&] {
                Ridge({.lambda = 1e-18}).train({x.view(), y, Task::regression}, 1);
              }),
              ThrowsMessage<InputError>(testing::AllOf(HasSubstr("ridge"), HasSubstr("singular"),
                                                       HasSubstr("lambda = 1e-18"), HasSubstr("raise"))));
}

// 2,000 rows of 72 values among 140,000 columns, of which X^T X would be 157 GB.
TEST(RidgeDual, CostsNoSquareOfColumns) {
  constexpr Index n = 2000, d = 140'000, nonzeros = 72;
  const LearnerSpec spec({{"type", "ridge"}, {"lambda", 1}});
  const TrainingShape shape{.n = n, .d = d, .nonzeros_per_row = nonzeros, .n_test = n};
  EXPECT_LT(spec.memory(shape), 1e9);
  EXPECT_GT(spec.memory(shape), 8.0 * n * n);
  EXPECT_LT(spec.seconds(PolynomialKernel{1, 0}, shape), 5);
  LabeledMatrix data;
  data.x.d = d;
  for (Index i = 0; i < n; ++i) {
    for (Index k = 0; k < nonzeros; ++k) data.x.push((i * 7 + k * 1944) % 1944 + k * 1944, 1);
    data.x.end_row();
    data.y.push_back(static_cast<float>(i % 7));
  }
  const Trained trained = spec.make(PolynomialKernel{1, 0}, 1)->train(targets_view(data), 1);
  const std::vector<double> scores = trained.model->scores(data.x.view());
  EXPECT_TRUE(std::isfinite(scores.at(0)));
}

}  // namespace
}  // namespace sketchbench
