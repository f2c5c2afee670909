#include <sketchbench/learners/coordinate_descent/coordinate_descent.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/column_selection.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/learners/coordinate_descent/dual_descent.hpp>
#include <sketchbench/learners/dense_tron/dense_tron.hpp>
#include <sketchbench/learners/dense_tron/hinge_problems.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include "sample_data.hpp"
#include "streamed_rows.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// Sparse rows whose columns are frequent or rare, labelled by random linear scores of which some are turned.
LabeledMatrix text_like(Index n, Index d, int classes) {
  LabeledMatrix rows = labelled_by_scores(n, d, classes, 4);
  CsrMatrix few;
  few.d = d;
  for (Index i = 0; i < n; ++i) {
    rows.x.view().for_each_nonzero(i, [&](Index j, float value) {
      if ((i + 7 * j) % (2 + j % 19) == 0) few.push(j, value);
    });
    few.end_row();
  }
  rows.x = std::move(few);
  return rows;
}

std::vector<double> weights_of(const Trained& trained) { return trained.model->parts()->real.at("weights"); }

void expect_same_solution(const Trained& ours, const Trained& theirs, const LabeledMatrix& train) {
  ASSERT_TRUE(ours.report.converged) << ours.report.messages;
  double sum = 0, expected = 0;
  for (const double value : ours.report.objectives) sum += value;
  for (const double value : theirs.report.objectives) expected += value;
  EXPECT_NEAR(sum, expected, 1e-6 * expected);
  // Scores and not weights, which each keeps in an order of its own.
  const std::vector<double> a = ours.model->scores(train.x.view(), 1),
                            b = theirs.model->scores(train.x.view(), 1);
  ASSERT_EQ(a.size(), b.size());
  double apart = 0, length = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    apart += (a[j] - b[j]) * (a[j] - b[j]);
    length += b[j] * b[j];
  }
  EXPECT_LE(std::sqrt(apart), 1e-6 * std::sqrt(length));
}

struct Case {
  Index n, d;
  int classes;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << fmt::format("{} x {}, {} classes", c.n, c.d, c.classes);
}

class CoordinateDescentOf : public testing::TestWithParam<Case> {
 protected:
  const LabeledMatrix train = text_like(GetParam().n, GetParam().d, GetParam().classes);
};

TEST_P(CoordinateDescentOf, FindsLiblinearsSolution) {
  const Trained ours = CoordinateDescent({.C = 0.5, .eps = 1e-7}).train(view(train), 1),
                theirs = Liblinear({.solver = 2, .C = 0.5, .eps = 1e-9}).train(view(train), 1);
  expect_same_solution(ours, theirs, train);
}

TEST_P(CoordinateDescentOf, CountsClassesAndRowsByTheirWeightsAndHasAConstant) {
  std::vector<double> of_rows;
  for (Index i = 0; i < GetParam().n; ++i) of_rows.push_back(0.25 * static_cast<double>(i % 7));
  const ClassWeights balanced{.balanced = true};
  for (const double constant : {0.0, 2.5}) {
    const StoredRows rows(train.x.view(), constant);
    const Trained ours = CoordinateDescent({.eps = 1e-9, .max_passes = 100000, .class_weight = balanced})
                             .train_on_blocks(rows, train.y, of_rows, 1),
                  theirs = DenseTron({.eps = 1e-9, .class_weight = balanced})
                               .train_on_blocks(rows, train.y, of_rows, 1);
    EXPECT_TRUE(ours.report.converged);
    const std::vector<double> a = weights_of(ours), b = weights_of(theirs);
    ASSERT_EQ(a.size(), b.size());
    // Newton's method ends where a step gains 1e-12 of the objective, which is 1e-6 of the weights.
    for (std::size_t j = 0; j < a.size(); ++j) ASSERT_NEAR(a[j], b[j], 1e-5) << j;
  }
}

TEST_P(CoordinateDescentOf, ThreadsAndTheFormOfRowsChangeNothing) {
  const DenseMatrix dense = to_dense(train.x);
  const Trained one = CoordinateDescent({}).train(view(train), 3),
                three = CoordinateDescent({.threads = 3}).train(view(train), 3),
                of_dense = CoordinateDescent({}).train({dense.view(), train.y}, 3);
  EXPECT_EQ(weights_of(one), weights_of(three));
  EXPECT_EQ(weights_of(one), weights_of(of_dense));
  EXPECT_EQ(one.report.messages, three.report.messages);
}

// Of groups of one, two, four and eight problems, full or not.
INSTANTIATE_TEST_SUITE_P(Shapes, CoordinateDescentOf,
                         testing::Values(Case{400, 30, 2}, Case{300, 900, 2}, Case{300, 60, 3},
                                         Case{300, 400, 5}, Case{400, 80, 10}, Case{500, 60, 18}),
                         [](const auto& instance) {
                           return fmt::format("rows{}_columns{}_classes{}", instance.param.n,
                                              instance.param.d, instance.param.classes);
                         });

// a minimises over [0, inf)^n exactly where no projected gradient is left, and there the primal's gradient,
// w - 2 C sum over active rows of side (1 - side <w, x>) x, vanishes.
TEST(DualDescent, EndsWhereThePrimalsGradientVanishes) {
  const LabeledMatrix train = text_like(400, 120, 3);
  const StoredRows rows(train.x.view());
  const HingeProblems problems(rows, train.y, count_classes(train.y), 0.7, 1);
  MatrixXd w(problems.dim(), problems.count());
  const Rows x = train.x.view();
  for (const DescentOutcome& outcome : descend(problems, x, 0, {1e-9, 100000}, 1, w)) {
    EXPECT_TRUE(outcome.converged);
    EXPECT_LE(outcome.violation, 1e-9);
  }
  const MatrixXd score = problems.scores(w);
  for (Index k = 0; k < problems.count(); ++k) {
    const std::span<const double> of_problem{score.col(k).data(), static_cast<std::size_t>(score.rows())};
    const ActiveRows active = problems.active(k, of_problem);
    const MatrixXd gradient = problems.gradient({k}, w.col(k), score, {&active});
    EXPECT_LE(gradient.norm(), 1e-6 * w.col(k).norm()) << k;
  }
}

/// Rows with so many columns between those that occur.
struct Spread {
  Index n;
  int classes;
  Index factor;
  bool is_renumbered;
};

void PrintTo(const Spread& c, std::ostream* out) {
  *out << fmt::format("{} rows, {} classes, columns {} apart", c.n, c.classes, c.factor);
}

class CoordinateDescentOfColumns : public testing::TestWithParam<Spread> {};

// The columns between those that occur change nothing, whether those are renumbered, of many, or not, of few.
TEST_P(CoordinateDescentOfColumns, FindsTheSameOfThemFarApart) {
  const auto [n, classes, factor, is_renumbered] = GetParam();
  const LabeledMatrix train = text_like(n, 60, classes);
  LabeledMatrix spread = train;
  spread.x.d *= factor;
  ASSERT_GT(spread.x.d, ColumnSelection::few_columns);
  for (std::int32_t& column : spread.x.column) column *= static_cast<std::int32_t>(factor);
  ASSERT_EQ(CoordinateDescent({}).gains_by_renumbering(view(spread)), is_renumbered);
  const Trained narrow = CoordinateDescent({}).train(view(train), 1),
                wide = CoordinateDescent({}).train(view(spread), 1);
  for (std::size_t k = 0; k < narrow.report.objectives.size();
       ++k)  // sums of more squares have another order
    EXPECT_NEAR(wide.report.objectives[k], narrow.report.objectives[k], 1e-13 * narrow.report.objectives[k]);
  const std::vector<double> a = weights_of(narrow), b = weights_of(wide);
  ASSERT_EQ(b.size(), a.size() * static_cast<std::size_t>(factor));
  for (std::size_t j = 0; j < a.size(); ++j) ASSERT_EQ(a[j], b[j * static_cast<std::size_t>(factor)]);
  EXPECT_EQ(wide.model->predict(spread.x.view(), 1), narrow.model->predict(train.x.view(), 1));
  CsrMatrix others = spread.x;  // with values between them, which training did not have
  others.push(spread.x.d - 1, 7.0f);
  others.end_row();
  const std::vector<float> labels = wide.model->predict(others.view(), 1);
  CsrMatrix nothing{.d = train.x.d};
  nothing.end_row();
  EXPECT_EQ(labels.back(), narrow.model->predict(nothing.view(), 1).front());
}

INSTANTIATE_TEST_SUITE_P(Shapes, CoordinateDescentOfColumns,
                         testing::Values(Spread{300, 3, 5000, true}, Spread{300, 2, 5000, true},
                                         Spread{2000, 3, 200, true}, Spread{5000, 2, 200, false},
                                         Spread{20000, 3, 200, false}));

TEST(CoordinateDescent, SaysWhenItStopsAtItsLimit) {
  const LabeledMatrix train = text_like(400, 30, 3);
  const Trained trained = CoordinateDescent({.eps = 1e-6, .max_passes = 2}).train(view(train), 1);
  EXPECT_FALSE(trained.report.converged);
  EXPECT_EQ(trained.report.iterations, 6);
  EXPECT_THAT(trained.report.messages, HasSubstr("NOT REACHED"));
}

TEST(CoordinateDescent, RefusesNumbersThatItCannotComputeWith) {
  const LabeledMatrix train = text_like(50, 10, 2);  // one row is all zeros
  EXPECT_THAT([&] { CoordinateDescent({.C = 1.7e308}).train(view(train), 1); },
              ThrowsMessage<InputError>(HasSubstr("beyond double precision")));
}

TEST(CoordinateDescent, TrainsOnRowsInMemoryAlone) {
  const DenseMatrix rows = to_dense(text_like(50, 10, 2).x);
  const std::vector<float> y = text_like(50, 10, 2).y;
  EXPECT_THAT([&] { CoordinateDescent({}).train_on_blocks(test::StreamedRows(rows), y, {}, 1); },
              ThrowsMessage<Error>(HasSubstr("rows in memory")));
}

}  // namespace
}  // namespace sketchbench
