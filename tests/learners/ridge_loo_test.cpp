#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/ridge/krr.hpp>
#include <sketchbench/learners/ridge/ridge.hpp>
#include "sample_data.hpp"
#include "streamed_rows.hpp"

// Lambda by leave-one-out errors, for both learners: the closed form against training without each row in
// turn.

namespace sketchbench {
namespace {

using test::StreamedRows;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// A learner with a rule for lambda.
using Make = std::function<std::unique_ptr<Learner>(const LambdaRule& lambda)>;

LabeledMatrix without_row(const LabeledMatrix& data, Index left_out) {
  LabeledMatrix rest;
  rest.x.d = data.x.d;
  for (Index i = 0; i < data.x.size(); ++i) {
    if (i == left_out) continue;
    data.x.view().for_each_nonzero(i, [&](Index j, float value) { rest.x.push(j, value); });
    rest.x.end_row();
    rest.y.push_back(data.y[static_cast<std::size_t>(i)]);
  }
  return rest;
}

double loo_rmse_by_leaving_out(const Make& make, double lambda, const LabeledMatrix& data) {
  double sum = 0;
  for (Index i = 0; i < data.x.size(); ++i) {
    const LabeledMatrix rest = without_row(data, i);
    const Trained trained = make(lambda)->train(targets_view(rest), 1);
    const double error = trained.model->scores(data.x.view().slice(i, i + 1)).at(0) -
                         double{data.y[static_cast<std::size_t>(i)]};
    sum += error * error;
  }
  return std::sqrt(sum / static_cast<double>(data.x.size()));
}

const std::vector<Make>& makers() {
  static const std::vector<Make> all = [] {
    std::vector<Make> made;
    for (const bool intercept : {true, false}) {
      made.emplace_back([=](const LambdaRule& lambda) {
        return std::make_unique<Ridge>(Ridge::Params{.lambda = lambda, .intercept = intercept});
      });
      for (const Kernel& kernel : {Kernel(GaussianKernel{2}), Kernel(PolynomialKernel{2, 1})})
        made.emplace_back([=](const LambdaRule& lambda) {
          return std::make_unique<Krr>(Krr::Params{.lambda = lambda, .intercept = intercept}, kernel);
        });
    }
    return made;
  }();
  return all;
}

TEST(LeaveOneOut, IsWhatLeavingOutEachRowGives) {
  const LabeledMatrix data = with_targets(30, 6, 1);
  for (std::size_t m = 0; m < makers().size(); ++m) {
    const Trained trained =
        makers()[m](LambdaGrid{.from = 1e-3, .to = 1, .per_decade = 1})->train(targets_view(data), 1);
    const Json& chosen = trained.report.chosen;
    ASSERT_EQ(chosen.at("lambdas").size(), 4u);
    std::size_t best = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const double expected = loo_rmse_by_leaving_out(makers()[m], chosen.at("lambdas")[k], data);
      EXPECT_NEAR(chosen.at("loo_rmses")[k].get<double>(), expected, 1e-9 * expected) << m << " " << k;
      if (chosen.at("loo_rmses")[k] < chosen.at("loo_rmses")[best]) best = k;
    }
    EXPECT_EQ(chosen.at("lambda"), chosen.at("lambdas")[best]) << m;
    EXPECT_EQ(chosen.at("loo_rmse"), chosen.at("loo_rmses")[best]) << m;
  }
}

// Of rows that a model can interpolate, each h_i is next to 1.
TEST(LeaveOneOut, KeepsItsDigitsWhereRowsAreInterpolated) {
  const LabeledMatrix data = with_targets(20, 60, 1);
  for (std::size_t m = 0; m < makers().size(); ++m) {
    const Trained trained = makers()[m](LambdaGrid{.from = 1e-6, .to = 1e-6})->train(targets_view(data), 1);
    const double expected = loo_rmse_by_leaving_out(makers()[m], trained.report.chosen.at("lambda"), data);
    EXPECT_NEAR(trained.report.chosen.at("loo_rmse").get<double>(), expected, 1e-6 * expected) << m;
  }
}

TEST(LeaveOneOut, TrainsAsWithTheNumberThatItChose) {
  const LabeledMatrix train = with_targets(300, 12, 1), test = with_targets(150, 12, 2);
  for (const Make& make : makers()) {
    const Trained chosen = make(LambdaGrid{})->train(targets_view(train), 1);
    const Trained given =
        make(chosen.report.chosen.at("lambda").get<double>())->train(targets_view(train), 1);
    const auto a = chosen.model->scores(test.x.view()), b = given.model->scores(test.x.view());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-7);
    EXPECT_NEAR(chosen.report.objectives.at(0), given.report.objectives.at(0),
                1e-7 * given.report.objectives.at(0));
    if (given.report.chosen.is_null()) continue;
    // Kernel ridge regression states it for a number as well, by another factor.
    EXPECT_NEAR(given.report.chosen.at("loo_rmse").get<double>(),
                chosen.report.chosen.at("loo_rmse").get<double>(), 1e-8);
  }
}

// A linear teacher with noise of 0.5: lambda is chosen small on many rows, and larger on fewer than columns.
TEST(LeaveOneOut, FindsTheNoise) {
  const auto chosen = [](Index n, Index d) {
    return Ridge({.lambda = LambdaGrid{}}).train(targets_view(with_targets(n, d, 1)), 1).report.chosen;
  };
  const Json many = chosen(4000, 10), few = chosen(60, 50);
  EXPECT_NEAR(many.at("loo_rmse").get<double>(), 0.5, 0.05) << "sd 0.0056, nine of them: 1e-18 by chance";
  EXPECT_LT(many.at("lambda").get<double>() / many.at("unit").get<double>(), 0.02);
  EXPECT_GT(few.at("lambda").get<double>() / few.at("unit").get<double>(),
            many.at("lambda").get<double>() / many.at("unit").get<double>());
}

TEST(LeaveOneOut, StorageStreamingAndThreadsDoNotChangeABit) {
  const LabeledMatrix train = with_targets(1100, 150, 1);
  const DenseMatrix dense = to_dense(train.x);
  const auto ridge = [&](int threads) { return Ridge({.lambda = LambdaGrid{}, .threads = threads}); };
  const Trained expected = ridge(1).train(targets_view(train), 1);
  for (const int threads : {2, 5}) {
    const Trained held = ridge(threads).train({dense.view(), train.y, Task::regression}, 1);
    const Trained streamed = ridge(threads).train_on_blocks(StreamedRows(dense), train.y, {}, 1);
    for (const Trained* other : {&held, &streamed}) {
      EXPECT_EQ(other->report.chosen, expected.report.chosen);
      EXPECT_EQ(other->model->scores(dense.view()), expected.model->scores(dense.view()));
    }
  }
}

TEST(LeaveOneOut, ScaleOfTheRowsDoesNotMatter) {
  LabeledMatrix data = with_targets(200, 5, 1);
  const Ridge ridge({.lambda = LambdaGrid{}});
  const Json before = ridge.train(targets_view(data), 1).report.chosen;
  for (float& value : data.x.value) value *= 1024;
  const Json after = ridge.train(targets_view(data), 1).report.chosen;
  EXPECT_EQ(after.at("lambda").get<double>(), 1024.0 * 1024.0 * before.at("lambda").get<double>());
  EXPECT_DOUBLE_EQ(after.at("loo_rmse").get<double>(), before.at("loo_rmse").get<double>());
}

TEST(LeaveOneOut, RowsWithoutVariationLeaveTheMean) {
  constexpr Index n = 9;
  const LabeledMatrix data = with_targets(n, 4, 1);
  constexpr double rows = n;
  double mean = 0, squares = 0;
  for (const float y : data.y) mean += double{y} / rows;
  for (const float y : data.y) squares += std::pow((double{y} - mean) * rows / (rows - 1), 2);
  // The mean of nine equal kernel values of 0.3 differs from them by rounding.
  for (const float value : {0.0f, 0.3f, 77.7f}) {
    DenseMatrix x(n, 4);
    x.value.assign(x.value.size(), value);
    for (std::size_t m = 0; m < 3; ++m) {  // those with an intercept
      const Trained trained = makers()[m](LambdaGrid{})->train({x.view(), data.y, Task::regression}, 1);
      EXPECT_NEAR(trained.model->scores(x.view()).at(7), mean, 1e-9) << m << " " << value;
      EXPECT_NEAR(trained.report.chosen.at("loo_rmse").get<double>(), std::sqrt(squares / rows), 1e-6)
          << m << " " << value;
    }
  }
}

TEST(LeaveOneOut, NeedsASecondRow) {
  const LabeledMatrix data = with_targets(1, 3, 1);
  for (const Make& make : makers()) {
    EXPECT_THAT([&] { make(LambdaGrid{})->train(targets_view(data), 1); },
                ThrowsMessage<InputError>(HasSubstr("needs two training rows or more, there is 1")));
    EXPECT_TRUE(std::isfinite(make(1.0)->train(targets_view(data), 1).model->scores(data.x.view()).at(0)));
  }
}

// What is left of the inverse's diagonal without the constant's share would be rounding.
TEST(LeaveOneOut, OfOneRowHasNoErrorWithAnIntercept) {
  const LabeledMatrix data = with_targets(1, 3, 1);
  const double target = data.y.at(0);
  for (const double lambda : {1e-6, 0.1, 0.3, 0.5, 1.0, 3.0, 7.0, 1e4})
    for (const Kernel& kernel : {Kernel(GaussianKernel{2}), Kernel(PolynomialKernel{2, 1})}) {
      const auto chosen = [&](bool intercept) {
        return Krr({.lambda = lambda, .intercept = intercept}, kernel)
            .train(targets_view(data), 1)
            .report.chosen;
      };
      EXPECT_TRUE(chosen(true).is_null()) << lambda << " " << chosen(true);
      EXPECT_NEAR(chosen(false).at("loo_rmse").get<double>(), std::abs(target), 1e-9) << lambda;
    }
}

// A copy of a column: X^T X is singular, and lambdas below its rounding are not to be trusted.
TEST(LeaveOneOut, LeavesOutLambdasThatRoundingDecides) {
  LabeledMatrix data = with_targets(300, 3, 1);
  DenseMatrix twice(300, 6);
  for (Index i = 0; i < 300; ++i)
    data.x.view().for_each_nonzero(i, [&](Index j, float v) { twice.row(i)[j] = twice.row(i)[j + 3] = v; });
  const LabeledRows rows{twice.view(), data.y, Task::regression};
  const Json chosen = Ridge({.lambda = LambdaGrid{.from = 1e-15, .to = 1}}).train(rows, 1).report.chosen;
  EXPECT_TRUE(chosen.at("loo_rmses")[0].is_null());
  EXPECT_TRUE(chosen.at("loo_rmses").back().is_number());
  EXPECT_THAT([&] { Ridge({.lambda = LambdaGrid{.from = 1e-15, .to = 1e-15}}).train(rows, 1); },
              ThrowsMessage<InputError>(testing::AllOf(HasSubstr("rounding decides"), HasSubstr("\"to\""))));
}

TEST(LambdaChoice, IsTheLargestOfEqualOnesAndNeverOneThatRoundingDecides) {
  const double none = HUGE_VAL;
  EXPECT_EQ(best_lambda(std::vector<double>{3, 1, 2}), 1u);
  EXPECT_EQ(best_lambda(std::vector<double>{none, 1, 1, 2, none}), 2u);
  EXPECT_EQ(best_lambda(std::vector<double>{0, 0, 0}), 2u);
  EXPECT_EQ(best_lambda(std::vector<double>{std::nan(""), 5, none}), 1u);
  EXPECT_EQ(best_lambda(std::vector<double>{none, none}), std::nullopt);
}

TEST(LambdaGrid, HasBothEnds) {
  const std::vector<double> all = LambdaGrid{}.multiples();
  ASSERT_EQ(all.size(), 21u);
  EXPECT_DOUBLE_EQ(all.front(), 1e-9);
  EXPECT_DOUBLE_EQ(all.back(), 10);
  EXPECT_DOUBLE_EQ(all[1], std::sqrt(10) * 1e-9);
  EXPECT_EQ((LambdaGrid{.from = 2, .to = 2, .per_decade = 7}.multiples()), std::vector<double>{2});
}

}  // namespace
}  // namespace sketchbench
