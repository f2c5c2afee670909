#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/block_smo/block_smo_svr.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include <sketchbench/learners/libsvm/libsvm_svr.hpp>
#include "sample_data.hpp"
#include "stock_tools.hpp"

// The libraries' own regressors, beside their own programs. Numbers are powers of two: some of the programs
// read eps and p in single precision.

namespace sketchbench {
namespace {

constexpr Seed stock_seed = 1;

/// Model files and predictions are printed with six significant digits or a few more.
void expect_as_printed(const std::vector<double>& scores, const std::vector<float>& printed) {
  ASSERT_EQ(scores.size(), printed.size());
  for (std::size_t i = 0; i < scores.size(); ++i)
    EXPECT_NEAR(scores[i], printed[i], 5e-5 * std::max(1.0, std::abs(scores[i]))) << "row " << i;
}

/// |w|^2 / 2 + C sum of losses, from the predictions alone: the squared epsilon-insensitive loss.
double loss_of(const std::vector<double>& scores, const std::vector<float>& y, double p) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double excess = std::max(0.0, std::abs(scores[i] - double{y[i]}) - p);
    sum += excess * excess;
  }
  return sum;
}

struct StockCase {
  int solver;
  double bias, p;
};

class StockLiblinearSvr : public testing::TestWithParam<StockCase> {};

TEST_P(StockLiblinearSvr, GivesTheSameTargetsAndMessages) {
  const auto [solver, bias, p] = GetParam();
  const LabeledMatrix train = with_targets(400, 12, 1);
  const LabeledMatrix test = with_targets(300, 14, 2);  // two columns that training has not seen
  const Trained trained = Liblinear({.solver = solver, .C = 0.5, .eps = 0x1p-10, .bias = bias, .p = p})
                              .train(targets_view(train), stock_seed);
  const StockResult stock = run_stock_liblinear(
      fmt::format("-s {} -c 0.5 -e {} -B {} -p {}", solver, 0x1p-10, bias, p), view(train), view(test));
  expect_as_printed(trained.model->scores(test.x.view(), 2), stock.labels);
  EXPECT_EQ(trained.report.messages, stock.messages);
  EXPECT_TRUE(trained.report.converged);
  EXPECT_GT(trained.report.iterations, 0);
  ASSERT_EQ(trained.report.objectives.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(AllSolvers, StockLiblinearSvr,
                         testing::Values(StockCase{11, -1, 0.125}, StockCase{11, 1, 0},
                                         StockCase{12, -1, 0.125}, StockCase{12, 1, 1},
                                         StockCase{13, -1, 0.125}, StockCase{13, 1, 0.5}),
                         [](const auto& instance) {
                           return fmt::format("solver{}_{}", instance.param.solver,
                                              instance.param.bias < 0 ? "unbiased" : "biased");
                         });

// Strong duality: the primal's objective, computed here, is the negative of the one that the dual's solver
// prints.
TEST(LiblinearSvr, PrimalAndDualObjectivesMeet) {
  const LabeledMatrix train = with_targets(300, 10, 1);
  const auto objective = [&](int solver) {
    return Liblinear({.solver = solver, .C = 0.5, .eps = 1e-7, .bias = 1, .p = 0.2})
        .train(targets_view(train), 1)
        .report.objectives.at(0);
  };
  EXPECT_NEAR(objective(11), -objective(12), 1e-4 * objective(11));
}

TEST(LiblinearSvr, ErrorsWithinPCostNothing) {
  const LabeledMatrix train = with_targets(300, 5, 1);
  double previous = HUGE_VAL;
  for (const double p : {0.0, 0.5, 2.0, 1000.0}) {
    const Trained trained = Liblinear({.solver = 11, .bias = 1, .p = p}).train(targets_view(train), 1);
    const std::vector<double> scores = trained.model->scores(train.x.view());
    EXPECT_GE(trained.report.objectives[0], loss_of(scores, train.y, p));
    EXPECT_LT(trained.report.objectives[0], previous);
    previous = trained.report.objectives[0];
  }
  EXPECT_EQ(previous, 0) << "w = 0 is within 1000 of every target";
}

TEST(LiblinearSvr, RefusesTargetsThatNewtonsMethodWouldRunForeverOn) {
  LabeledMatrix train = with_targets(40, 3, 1);
  for (float& y : train.y) y *= 1e37f;
  EXPECT_THAT([&] { Liblinear({.solver = 11, .C = 1e30}).train(targets_view(train), 1); },
              testing::ThrowsMessage<InputError>(testing::AllOf(
                  testing::HasSubstr("rows and targets"), testing::HasSubstr("scale the data, or lower C"))));
  for (const double value : Liblinear({.solver = 11}).train(targets_view(train), 1).report.objectives)
    EXPECT_TRUE(std::isfinite(value));
}

TEST(LibsvmSvr, GivesTheSameTargetsAsTheStockTools) {
  const LabeledMatrix train = with_targets(300, 8, 1), test = with_targets(200, 8, 2);
  struct Case {
    Kernel kernel;
    const char* options;
  };
  for (const auto& [kernel, options] :
       {Case{PolynomialKernel{2, 1}, "-t 1 -d 2 -g 1 -r 1"}, Case{GaussianKernel{2}, "-t 2 -g 0.125"}}) {
    const Trained trained =
        LibsvmSvr({.C = 2, .eps = 0x1p-10, .p = 0.25}, kernel).train(targets_view(train), 1);
    const StockResult stock = run_stock_libsvm(
        fmt::format("-s 3 -c 2 -p 0.25 -e {} -m 4000 {}", 0x1p-10, options), view(train), view(test));
    expect_as_printed(trained.model->scores(test.x.view(), 2), stock.labels);
    EXPECT_EQ(trained.report.messages, stock.messages);
    EXPECT_TRUE(trained.report.converged);
    EXPECT_GT(trained.report.support_vectors, 0);
    EXPECT_LT(trained.report.objectives.at(0), 0);
  }
}

// The minimum of the same problem by another solver: objective, and decision values but for the tolerance.
TEST(BlockSmoSvr, FindsTheMinimumThatSvmTrainFinds) {
  const LabeledMatrix train = with_targets(300, 8, 1), test = with_targets(200, 8, 2);
  const auto eps = 0x1p-13;
  struct Case {
    Kernel kernel;
    double C, p;
    std::string options;
  };
  for (const auto& [kernel, C, p, options] : {Case{PolynomialKernel{2, 1}, 2, 0.25, "-t 1 -d 2 -g 1 -r 1"},
                                              {GaussianKernel{2}, 2, 0.25, "-t 2 -g 0.125"},
                                              {GaussianKernel{2}, 1024, 0.0625, "-t 2 -g 0.125"},
                                              {GaussianKernel{2}, 1, 0, "-t 2 -g 0.125"}}) {
    SCOPED_TRACE(fmt::format("{} {} {}", options, C, p));
    const StockResult stock = run_stock_libsvm(fmt::format("-s 3 -c {} -p {} -e {} {}", C, p, eps, options),
                                               view(train), view(test));
    const Trained library = LibsvmSvr({.C = C, .eps = eps, .p = p}, kernel).train(targets_view(train), 1);
    for (const bool shrinking : {true, false})
      for (const double cache_mb : {100.0, 0.05}) {
        const Trained ours =
            BlockSmoSvr({.C = C, .eps = eps, .cache_mb = cache_mb, .shrinking = shrinking, .p = p}, kernel)
                .train(targets_view(train), 1);
        EXPECT_TRUE(ours.report.converged);
        const double objective = library.report.objectives.at(0);
        EXPECT_NEAR(ours.report.objectives.at(0), objective, 1e-4 * std::abs(objective));
        EXPECT_NEAR(static_cast<double>(ours.report.support_vectors),
                    static_cast<double>(library.report.support_vectors), 6);
        const std::vector<double> scores = ours.model->scores(test.x.view(), 2);
        for (std::size_t i = 0; i < scores.size(); ++i)
          ASSERT_NEAR(scores[i], stock.labels[i], 5e-3 * std::max(1.0, std::abs(scores[i]))) << i;
      }
  }
}

// C times the weight bounds what a row contributes: as if the row were there so many times.
TEST(BlockSmoSvr, CountsARowsWeightAsSoManyRows) {
  const LabeledMatrix some = with_targets(120, 5, 3);
  std::vector<double> weights;
  std::vector<Index> rows;
  std::vector<float> y;
  for (Index i = 0; i < 120; ++i) {
    weights.push_back(static_cast<double>(i % 3));
    for (Index k = 0; k < i % 3; ++k) {
      rows.push_back(i);
      y.push_back(some.y[static_cast<std::size_t>(i)]);
    }
  }
  const LabeledMatrix repeated{copy_sparse_rows(some.x.view(), rows), y};
  LabeledRows weighted = targets_view(some);
  weighted.weights = weights;
  const BlockSmoSvr learner({.C = 3, .eps = 1e-5, .p = 0.1}, GaussianKernel{2});
  const Trained a = learner.train(weighted, 1), b = learner.train(targets_view(repeated), 1);
  EXPECT_NEAR(a.report.objectives[0], b.report.objectives[0], 1e-5 * std::abs(b.report.objectives[0]));
  const std::vector<double> of_weights = a.model->scores(some.x.view()),
                            of_rows = b.model->scores(some.x.view());
  for (std::size_t i = 0; i < of_rows.size(); ++i) ASSERT_NEAR(of_weights[i], of_rows[i], 1e-3);
}

TEST(LibsvmSvr, LearnsWhatItsKernelCanSee) {
  LabeledMatrix train = with_targets(400, 2, 1);
  for (Index i = 0; i < 400; ++i) {
    double product = 1;
    for (Index j = 0; j < 2; ++j) {
      double value = 0;
      train.x.view().for_each_nonzero(i, [&](Index column, float v) { value = column == j ? v : value; });
      product *= value;
    }
    train.y[static_cast<std::size_t>(i)] = static_cast<float>(product);
  }
  const auto largest_error = [&](const Kernel& kernel) {
    const Trained trained = LibsvmSvr({.C = 100, .p = 0.01}, kernel).train(targets_view(train), 1);
    const std::vector<double> scores = trained.model->scores(train.x.view());
    double largest = 0;
    for (std::size_t i = 0; i < scores.size(); ++i)
      largest = std::max(largest, std::abs(scores[i] - double{train.y[i]}));
    return largest;
  };
  EXPECT_LT(largest_error(PolynomialKernel{2, 1}), 0.02);
  EXPECT_GT(largest_error(PolynomialKernel{1, 1}), 0.5);
}

TEST(LibsvmSvr, RefusesAKernelBeyondItsPrecision) {
  const LabeledMatrix train = with_targets(100, 3, 1);
  EXPECT_THAT(
      [&] {
        LibsvmSvr({}, PolynomialKernel{3, 1e30}).train(targets_view(train), 1);
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("lower the degree or coef0")));
}

}  // namespace
}  // namespace sketchbench
