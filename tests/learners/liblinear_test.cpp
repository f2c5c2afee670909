#include <sketchbench/learners/liblinear/liblinear.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <ostream>

#include <sketchbench/core/error.hpp>
#include "sample_data.hpp"
#include "stock_tools.hpp"

namespace sketchbench {
namespace {

// The command-line tools never call srand(), which by the C standard is the same as srand(1).
constexpr Seed stock_seed = 1;

struct StockCase {
  int solver;
  int classes;
  double bias;
};

void PrintTo(const StockCase& c, std::ostream* out) {
  *out << fmt::format("solver {}, {} classes, bias {}", c.solver, c.classes, c.bias);
}

class StockLiblinear : public testing::TestWithParam<StockCase> {};

TEST_P(StockLiblinear, GivesTheSameLabelsAndMessages) {
  const auto [solver, classes, bias] = GetParam();
  const LabeledMatrix train = labelled_by_scores(400, 12, classes, 1);
  // Two columns that training has not seen, and an all-zero row whose decision values tie.
  const LabeledMatrix test = labelled_by_scores(300, 14, classes, 2);

  const Trained trained =
      Liblinear({.solver = solver, .C = 1, .eps = 0.01, .bias = bias}).train(view(train), stock_seed);
  const StockResult stock =
      run_stock_liblinear(fmt::format("-s {} -c 1 -e 0.01 -B {}", solver, bias), view(train), view(test));

  EXPECT_EQ(trained.model->predict(test.x.view()), stock.labels);
  EXPECT_EQ(trained.report.messages, stock.messages);
  const bool one_subproblem = classes == 2 || solver == 4;
  EXPECT_EQ(trained.report.objectives.size(), one_subproblem ? 1u : static_cast<std::size_t>(classes));
  EXPECT_GT(trained.report.iterations, 0);
  EXPECT_TRUE(trained.report.converged);
}

std::vector<StockCase> stock_cases() {
  std::vector<StockCase> cases;
  for (int solver = 0; solver <= 7; ++solver)
    for (const int classes : {2, 4})
      for (const double bias : {-1.0, 1.0}) cases.push_back({solver, classes, bias});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(AllSolvers, StockLiblinear, testing::ValuesIn(stock_cases()),
                         [](const auto& instance) {
                           return fmt::format("solver{}_{}classes_{}", instance.param.solver,
                                              instance.param.classes,
                                              instance.param.bias < 0 ? "unbiased" : "biased");
                         });

TEST(Liblinear, LabelsAdultAsTheStockToolsDo) {
  const auto train = first_rows_of_adult("a9a", 3000), test = first_rows_of_adult("a9a.t", 3000);
  if (!train || !test) GTEST_SKIP() << "SKETCHBENCH_MIRROR does not lead to a9a and a9a.t";
  const StockResult stock = run_stock_liblinear("-s 2 -c 1 -e 0.01", view(*train), view(*test));
  const Trained trained = Liblinear({}).train(view(*train), stock_seed);
  EXPECT_EQ(trained.model->predict(test->x.view(), 2), stock.labels);
  EXPECT_EQ(trained.report.messages, stock.messages);
}

TEST(Liblinear, DenseAndSparseRowsGiveTheSameModel) {
  const LabeledMatrix train = labelled_by_scores(300, 10, 4, 1), test = labelled_by_scores(300, 10, 4, 2);
  const DenseMatrix dense_train = to_dense(train.x), dense_test = to_dense(test.x);
  for (const int solver : {1, 2}) {
    const Liblinear learner({.solver = solver});
    const Trained sparse = learner.train(view(train), 5),
                  dense = learner.train({dense_train.view(), train.y}, 5);
    EXPECT_EQ(sparse.report.objectives, dense.report.objectives);
    EXPECT_EQ(sparse.report.messages, dense.report.messages);
    EXPECT_EQ(sparse.model->predict(test.x.view()), dense.model->predict(dense_test.view()));
  }
}

TEST(Liblinear, ThreadsDoNotChangeLabels) {
  const LabeledMatrix train = labelled_by_scores(300, 10, 4, 1), test = labelled_by_scores(2000, 10, 4, 2);
  const Trained trained = Liblinear({}).train(view(train), 1);
  EXPECT_EQ(trained.model->predict(test.x.view(), 1), trained.model->predict(test.x.view(), 4));
}

TEST(Liblinear, PredictsNoRows) {
  const Trained trained = Liblinear({}).train(view(labelled_by_scores(100, 10, 2, 1)), 1);
  EXPECT_TRUE(trained.model->predict(Rows::dense(nullptr, 0, 10, 10)).empty());
}

// Strong duality ties the objective that is computed here for the primal solvers to the one that LIBLINEAR
// prints for the dual ones, which it minimises.
TEST(Liblinear, PrimalObjectivesEqualTheDualOnes) {
  struct Pair {
    int primal, dual;
  };
  for (const int classes : {2, 4})
    for (const double bias : {-1.0, 2.0})
      for (const auto& [primal, dual] : {Pair{2, 1}, Pair{0, 7}}) {
        const LabeledMatrix train = labelled_by_scores(300, 10, classes, 1);
        const auto objectives = [&](int solver) {
          return Liblinear({.solver = solver, .C = 0.5, .eps = 1e-7, .bias = bias})
              .train(view(train), 1)
              .report.objectives;
        };
        const std::vector<double> from_primal = objectives(primal), from_dual = objectives(dual);
        ASSERT_EQ(from_primal.size(), from_dual.size());
        for (std::size_t s = 0; s < from_primal.size(); ++s)
          EXPECT_NEAR(from_primal[s], -from_dual[s], 1e-4 * from_primal[s])
              << "solver " << primal << ", class " << s;
      }
}

TEST(Liblinear, SaysWhenTheDualSolverStopsAtItsLimit) {
  LabeledMatrix train = labelled_by_scores(400, 12, 2, 1);
  for (float& value : train.x.value) value *= 1000;
  const Trained dual = Liblinear({.solver = 1, .C = 1, .eps = 0.01}).train(view(train), 1);
  EXPECT_FALSE(dual.report.converged);
  EXPECT_EQ(dual.report.iterations, 1000);
  EXPECT_THAT(dual.report.messages, testing::HasSubstr("reaching max number of iterations"));

  EXPECT_TRUE(Liblinear({.solver = 2}).train(view(train), 1).report.converged);
}

TEST(Liblinear, SeedsFixTheResult) {
  const LabeledMatrix train = labelled_by_scores(400, 12, 4, 1);
  const Liblinear learner({.solver = 1, .C = 1, .eps = 0.1});
  const auto objectives = [&](Seed seed) { return learner.train(view(train), seed).report.objectives; };
  EXPECT_EQ(objectives(3), objectives(3));
  EXPECT_NE(objectives(3), objectives(4));
  EXPECT_NE(objectives(3), objectives(3 + (Seed{1} << 32)));  // all 64 bits count
}

TEST(Liblinear, PrintsNothing) {
  const LabeledMatrix train = labelled_by_scores(100, 10, 2, 1);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Liblinear({}).train(view(train), 1);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// The trust region Newton method would never come back from numbers that are none.
TEST(Liblinear, RefusesWhatItsNewtonMethodWouldRunForeverOn) {
  LabeledMatrix train = labelled_by_scores(40, 3, 2, 1);
  for (const int solver : {0, 2}) {
    EXPECT_THAT([&] { Liblinear({.solver = solver, .C = 1e300}).train(view(train), 1); },
                testing::ThrowsMessage<InputError>(testing::AllOf(
                    testing::HasSubstr("C = 1e+300"), testing::HasSubstr("scale the data, or lower C"))));
    EXPECT_THROW(Liblinear({.solver = solver, .bias = 1e300}).train(view(train), 1), InputError);
    EXPECT_NO_THROW(Liblinear({.solver = solver, .C = 1e-300}).train(view(train), 1));
  }
  for (float& value : train.x.value) value *= 1e37f;
  for (const int solver : {0, 2})
    for (const double value : Liblinear({.solver = solver}).train(view(train), 1).report.objectives)
      EXPECT_TRUE(std::isfinite(value));
}

TEST(Liblinear, RejectsDataThatItCannotTrainOn) {
  using testing::HasSubstr;
  using testing::ThrowsMessage;
  LabeledMatrix train = labelled_by_scores(20, 3, 2, 1);
  const auto with_labels = [&](std::vector<float> y) {
    return [&train, labels = std::move(y)] { Liblinear({}).train({train.x.view(), labels}, 1); };
  };
  EXPECT_THAT(with_labels(std::vector<float>(20, 7)), ThrowsMessage<InputError>(HasSubstr("the label 7")));
  EXPECT_THAT(with_labels(std::vector<float>(20, 0.5f)),
              ThrowsMessage<InputError>(HasSubstr("label is 0.5")));
  EXPECT_THAT(with_labels(std::vector<float>(20, NAN)), ThrowsMessage<InputError>(HasSubstr("label is nan")));
  EXPECT_THAT(with_labels({1, -1}), ThrowsMessage<InputError>(HasSubstr("2 labels for 20")));

  train.x.value.back() = std::numeric_limits<float>::infinity();
  EXPECT_THAT([&] { Liblinear({}).train(view(train), 1); }, ThrowsMessage<Error>(HasSubstr("row 20")));

  EXPECT_THAT(
      [] {
        Liblinear({}).train({Rows::dense(nullptr, 0, 3, 3), {}}, 1);
      },
      ThrowsMessage<InputError>(HasSubstr("no rows")));
}

}  // namespace
}  // namespace sketchbench
