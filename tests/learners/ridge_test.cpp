#include <sketchbench/learners/ridge/ridge.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include "sample_data.hpp"
#include "streamed_rows.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::StreamedRows;
using testing::HasSubstr;
using testing::ThrowsMessage;

MatrixXd matrix_of(const CsrMatrix& x) {
  MatrixXd dense = MatrixXd::Zero(x.size(), x.d);
  for (Index i = 0; i < x.size(); ++i)
    x.view().for_each_nonzero(i, [&](Index j, float value) { dense(i, j) = value; });
  return dense;
}

VectorXd vector_of(const std::vector<float>& y) {
  return Eigen::Map<const Eigen::VectorXf>(y.data(), std::ssize(y)).cast<double>();
}

/// The normal equations of (1, x), the 1's weight free of charge, by Gaussian elimination.
struct Naive {
  VectorXd w;
  double intercept, objective;

  Naive(const LabeledMatrix& data, double lambda, bool with_intercept) {
    const MatrixXd x = matrix_of(data.x);
    const VectorXd y = vector_of(data.y);
    const Index d = x.cols(), extended = d + (with_intercept ? 1 : 0);
    MatrixXd z = MatrixXd::Ones(x.rows(), extended);
    z.leftCols(d) = x;
    MatrixXd penalty = MatrixXd::Zero(extended, extended);
    penalty.topLeftCorner(d, d) = lambda * MatrixXd::Identity(d, d);
    const VectorXd solution = (z.transpose() * z + penalty).fullPivLu().solve(z.transpose() * y);
    w = solution.head(d);
    intercept = with_intercept ? solution(d) : 0;
    objective = (z * solution - y).squaredNorm() + lambda * w.squaredNorm();
  }
  VectorXd predict(const CsrMatrix& x) const { return (matrix_of(x) * w).array() + intercept; }
};

TEST(Ridge, HasMeansOfMoreRowsThanAreAddedUpAtOnce) {
  const LabeledMatrix train = with_targets(70'000, 2, 1), test = with_targets(30, 2, 2);
  const Naive naive(train, 1, true);
  const Trained trained = Ridge({.lambda = 1, .intercept = true}).train(targets_view(train), 1);
  const auto scores = trained.model->scores(test.x.view());
  const VectorXd expected = naive.predict(test.x);
  for (std::size_t i = 0; i < scores.size(); ++i)
    EXPECT_NEAR(scores[i], expected(static_cast<Index>(i)), 1e-9);
}

TEST(Ridge, SolvesItsNormalEquations) {
  // More rows than a chunk, and a last chunk and block that are not full.
  const LabeledMatrix train = with_targets(2500, 12, 1), test = with_targets(300, 12, 2);
  for (const bool intercept : {false, true})
    for (const double lambda : {1e-6, 1.0, 300.0}) {
      const Trained trained = Ridge({.lambda = lambda, .intercept = intercept}).train(targets_view(train), 1);
      const Naive naive(train, lambda, intercept);
      const std::vector<double> scores = trained.model->scores(test.x.view());
      const VectorXd expected = naive.predict(test.x);
      for (Index i = 0; i < 300; ++i)
        EXPECT_NEAR(scores[static_cast<std::size_t>(i)], expected(i), 1e-10) << lambda << " " << intercept;
      ASSERT_EQ(trained.report.objectives.size(), 1u);
      EXPECT_NEAR(trained.report.objectives[0], naive.objective, 1e-9 * naive.objective);
      EXPECT_TRUE(trained.report.converged);
    }
}

TEST(Ridge, MoreColumnsThanRowsHaveASolution) {
  const LabeledMatrix train = with_targets(40, 300, 1);
  const Trained trained = Ridge({.lambda = 0.5}).train(targets_view(train), 1);
  const VectorXd expected = Naive(train, 0.5, true).predict(train.x);
  const std::vector<double> scores = trained.model->scores(train.x.view());
  for (std::size_t i = 0; i < 40; ++i) EXPECT_NEAR(scores[i], expected(static_cast<Index>(i)), 1e-9);
}

// Without noise and with next to no penalty, the teacher itself comes out.
TEST(Ridge, FindsALinearFunction) {
  LabeledMatrix train = with_targets(500, 5, 1);
  for (Index i = 0; i < 500; ++i) {
    double target = -7;
    train.x.view().for_each_nonzero(
        i, [&](Index j, float value) { target += static_cast<double>(j + 1) * double{value}; });
    train.y[static_cast<std::size_t>(i)] = static_cast<float>(target);
  }
  const Trained trained = Ridge({.lambda = 1e-9}).train(targets_view(train), 1);
  DenseMatrix units(6, 5);
  for (Index j = 0; j < 5; ++j) units.row(j)[j] = 1;
  const std::vector<double> scores = trained.model->scores(units.view());
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(scores[j], static_cast<double>(j) - 6, 1e-5);
  EXPECT_NEAR(scores[5], -7, 1e-5);
}

// Centred sums keep their digits where X^T X of the rows as they are would lose them.
TEST(Ridge, LargeMeansLoseNoDigits) {
  RandomStream random(3, "ridge");
  DenseMatrix x(2000, 2);
  std::vector<float> y;
  for (Index i = 0; i < 2000; ++i) {
    x.row(i)[0] = static_cast<float>(1e6 + random.normal());
    x.row(i)[1] = static_cast<float>(random.normal());
    y.push_back(static_cast<float>(2 * (double{x.row(i)[0]} - 1e6) - x.row(i)[1]));
  }
  const Trained trained = Ridge({.lambda = 1e-6}).train({x.view(), y, Task::regression}, 1);
  const std::vector<double> scores = trained.model->scores(x.view());
  for (std::size_t i = 0; i < 2000; ++i) EXPECT_NEAR(scores[i], double{y[i]}, 1e-4);
}

TEST(Ridge, StorageStreamingAndThreadsDoNotChangeABit) {
  const LabeledMatrix train = with_targets(2500, 150, 1);
  const DenseMatrix dense = to_dense(train.x);
  const auto scores = [&](const Trained& trained) { return trained.model->scores(dense.view()); };
  for (const bool intercept : {false, true}) {
    const auto expected = scores(Ridge({.intercept = intercept}).train(targets_view(train), 1));
    for (const int threads : {1, 2, 5}) {
      const Ridge ridge({.intercept = intercept, .threads = threads});
      EXPECT_EQ(scores(ridge.train({dense.view(), train.y, Task::regression}, 1)), expected);
      EXPECT_EQ(scores(ridge.train_on_blocks(StreamedRows(dense), train.y, {}, 1)), expected);
    }
  }
}

TEST(Ridge, RefusesAMatrixThatIsSingularToDoublePrecision) {
  LabeledMatrix train = with_targets(40, 60, 1);
  EXPECT_THAT([&] { Ridge({.lambda = 1e-18}).train(targets_view(train), 1); },
              ThrowsMessage<InputError>(testing::AllOf(HasSubstr("singular"), HasSubstr("lambda = 1e-18"),
                                                       HasSubstr("raise lambda"))));
  for (float& value : train.x.value) value = 0;
  const Trained constant = Ridge({.lambda = 1}).train(targets_view(train), 1);
  EXPECT_NEAR(constant.model->scores(train.x.view())[4], vector_of(train.y).mean(), 1e-12)
      << "all columns are zero: the targets' mean is left";
}

TEST(Ridge, RefusesRowsOfAnotherWidth) {
  const Trained trained = Ridge({}).train(targets_view(with_targets(30, 4, 1)), 1);
  EXPECT_THAT([&] { trained.model->scores(Rows::dense(nullptr, 0, 5, 5)); },
              ThrowsMessage<InputError>(HasSubstr("5 features, expected 4")));
}

}  // namespace
}  // namespace sketchbench
