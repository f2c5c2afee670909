#include <sketchbench/learners/block_smo/block_smo.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <ostream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/dual_model.hpp>
#include <sketchbench/learners/dual_range.hpp>
#include <sketchbench/learners/libsvm/libsvm.hpp>
#include "kernel_rounding.hpp"
#include "sample_data.hpp"

namespace sketchbench {
namespace {

const DualModel& dual(const Trained& trained) { return dynamic_cast<const DualModel&>(*trained.model); }

struct Violation {
  double size = 0;
  double rounding = 0;  ///< what kernel values in single precision can make of it
};

/// The largest violation of the optimality conditions over the rows of a pair, from its definition: F = y - K
/// b in double precision, the largest F of a row that can go up minus the smallest of one that can go down.
/// Fails where b is not feasible.
Violation violation(const LabeledRows& data, const Kernel& kernel, double C, const PairSolution& pair) {
  Violation result;
  std::map<Index, double> b;
  double sum = 0;
  for (std::size_t k = 0; k < pair.row.size(); ++k) {
    b[pair.row[k]] = pair.b[k];
    sum += pair.b[k];
  }
  EXPECT_EQ(b.size(), pair.row.size());
  EXPECT_NEAR(sum, 0, 1e-9 * C * static_cast<double>(pair.row.size()));
  double most = -std::numeric_limits<double>::infinity(), least = -most;
  for (Index i = 0; i < data.x.size(); ++i) {
    const auto label = static_cast<int>(data.y[static_cast<std::size_t>(i)]);
    if (label != pair.first && label != pair.second) continue;
    const double y = label == pair.first ? 1 : -1;
    const double b_i = b.contains(i) ? b[i] : 0;
    EXPECT_GE(y * b_i, 0) << "row " << i;
    EXPECT_LE(y * b_i, C) << "row " << i;
    double f = y, magnitude = 0;
    for (const auto& [j, b_j] : b) {
      f -= b_j * kernel(data.x, i, data.x, j);
      magnitude += std::abs(b_j) * scale_of_rounding(kernel, data.x, i, j);
    }
    result.rounding = std::max(result.rounding, 0x1p-23 * magnitude);
    if (y > 0 ? b_i < C : b_i < 0) most = std::max(most, f);
    if (y > 0 ? b_i > 0 : b_i > -C) least = std::min(least, f);
  }
  result.size = most - least;
  return result;
}

struct Case {
  Kernel kernel;
  int classes;
  double C;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << fmt::format("{}, {} classes, C {}", c.kernel.display(), c.classes, c.C);
}

class AgainstLibsvm : public testing::TestWithParam<Case> {
 protected:
  /// Both train to a small violation: the same pairs with the same objectives, and the same labels but for
  /// rows whose decision values all but tie.
  static void compare(const LabeledRows& train, const Rows& test, BlockSmo::Params ours) {
    const auto& [kernel, classes, C] = GetParam();
    ours.C = C;
    ours.eps = 1e-4;
    const Trained mine = BlockSmo(ours, kernel).train(train, 1);
    const Trained stock = Libsvm({.C = C, .eps = 1e-4}, kernel).train(train, 1);
    EXPECT_TRUE(mine.report.converged) << mine.report.messages;

    const auto pairs = dual(mine).pairs(), expected = dual(stock).pairs();
    ASSERT_EQ(pairs.size(), expected.size());
    ASSERT_EQ(mine.report.objectives.size(), expected.size());
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      EXPECT_EQ(pairs[p].first, expected[p].first);
      EXPECT_EQ(pairs[p].second, expected[p].second);
      const double objective = dual_objective(train.x, kernel, expected[p]);
      EXPECT_NEAR(dual_objective(train.x, kernel, pairs[p]), objective, 1e-3 * std::abs(objective));
      EXPECT_NEAR(mine.report.objectives[p], objective, 1e-3 * std::abs(objective));
      const Violation left = violation(train, kernel, C, pairs[p]);
      EXPECT_LT(left.size, ours.eps + 2 * left.rounding);
    }
    const auto labels = mine.model->predict(test, 2), theirs = stock.model->predict(test);
    int differing = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) differing += labels[i] == theirs[i] ? 0 : 1;
    EXPECT_LE(differing, 3) << "of " << labels.size();
  }
};

TEST_P(AgainstLibsvm, FindsTheSameMinimum) {
  const LabeledMatrix train = labelled_by_scores(300, 10, GetParam().classes, 1),
                      test = labelled_by_scores(500, 12, GetParam().classes, 2);
  compare(view(train), test.x.view(), {});
}

TEST_P(AgainstLibsvm, FindsItOnDenseRows) {
  const LabeledMatrix train = labelled_by_scores(200, 300, GetParam().classes, 1);
  const DenseMatrix dense = to_dense(train.x);
  compare({dense.view(), train.y}, dense.view(), {});
}

// More free variables than working sets hold: all active rows are worked on together.
TEST_P(AgainstLibsvm, FindsItWithTinyWorkingSets) {
  const LabeledMatrix train = labelled_by_scores(300, 10, GetParam().classes, 1);
  compare(view(train), train.x.view(), {.working_set = 2});
  compare(view(train), train.x.view(), {.working_set = 7});
}

// Two kernel rows are all that is ever kept.
TEST_P(AgainstLibsvm, FindsItWithoutACache) {
  const LabeledMatrix train = labelled_by_scores(150, 10, GetParam().classes, 1);
  compare(view(train), train.x.view(), {.cache_mb = 1e-6});
  compare(view(train), train.x.view(), {.cache_mb = 0.01, .shrinking = false});
}

TEST_P(AgainstLibsvm, FindsItAmongRowsThatOccurTwice) {
  LabeledMatrix train = labelled_by_scores(120, 6, GetParam().classes, 1);
  const LabeledMatrix again = labelled_by_scores(120, 6, GetParam().classes, 1);
  for (Index i = 0; i < again.x.size(); ++i) {
    again.x.view().for_each_nonzero(i, [&](Index column, float value) { train.x.push(column, value); });
    train.x.end_row();
    // Every fifth copy has another label: no machine can tell the two apart.
    const auto other = static_cast<std::size_t>((i * 7 + 1) % 120);
    train.y.push_back(i % 5 == 0 ? again.y[other] : again.y[static_cast<std::size_t>(i)]);
  }
  compare(view(train), train.x.view(), {});
}

INSTANTIATE_TEST_SUITE_P(
    Problems, AgainstLibsvm,
    testing::Values(Case{PolynomialKernel{1, 0}, 2, 0.5}, Case{PolynomialKernel{2, 0}, 2, 1},
                    Case{PolynomialKernel{2, 1}, 2, 0.01}, Case{PolynomialKernel{3, 0.5}, 2, 100},
                    Case{PolynomialKernel{4, 1}, 2, 1}, Case{PolynomialKernel{6, 0.5}, 2, 1},
                    Case{PolynomialKernel{2, 1}, 4, 0.1}, Case{PolynomialKernel{4, 0}, 5, 1},
                    Case{GaussianKernel{2}, 2, 1}, Case{GaussianKernel{1}, 2, 10},
                    Case{GaussianKernel{5}, 4, 100}));

// The decision values from the Gram matrices, which are made otherwise, are those that labels follow from.
TEST(BlockSmo, PredictsWhatTheGramMatrixOfAGaussianKernelSays) {
  const Kernel kernel = GaussianKernel{1.5};
  const LabeledMatrix train = labelled_by_scores(200, 8, 2, 1), test = labelled_by_scores(300, 8, 2, 2);
  const Eigen::MatrixXd values = gram(kernel, train.x.view(), test.x.view());
  const Trained mine = BlockSmo({.C = 2}, kernel).train(view(train), 1),
                stock = Libsvm({.C = 2}, kernel).train(view(train), 1);
  for (const Trained* trained : {&mine, &stock}) {
    const PairSolution pair = dual(*trained).pairs().at(0);
    const std::vector<float> labels = trained->model->predict(test.x.view());
    for (Index i = 0; i < test.x.size(); ++i) {
      double score = -pair.rho;
      for (std::size_t k = 0; k < pair.row.size(); ++k) score += pair.b[k] * values(pair.row[k], i);
      if (std::abs(score) > 1e-5) {
        EXPECT_EQ(labels[static_cast<std::size_t>(i)],
                  static_cast<float>(score > 0 ? pair.first : pair.second))
            << i;
      }
    }
  }
}

TEST(BlockSmo, RefusesKernelsThatAreNoFunctionsOfProducts) {
  const LabeledMatrix train = labelled_by_scores(20, 3, 2, 1);
  for (const Kernel& kernel : {Kernel(LaplacianKernel{}), Kernel(CauchyKernel{})}) {
    EXPECT_THAT([&] { BlockSmo({}, kernel).train(view(train), 1); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr("it supports: polynomial, gaussian")));
    EXPECT_THAT([&] { Libsvm({}, kernel).train(view(train), 1); },
                testing::ThrowsMessage<InputError>(testing::HasSubstr("the learner \"libsvm\"")));
  }
  EXPECT_THAT([&] { BlockSmo({}, GaussianKernel{1e-3}).train(view(train), 1); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("not good to a thousandth")));
}

/// Rows of one column.
LabeledMatrix on_a_line(const std::vector<float>& at, const std::vector<float>& labels) {
  LabeledMatrix data;
  data.x.d = 1;
  for (const float value : at) {
    data.x.push(0, value);
    data.x.end_row();
  }
  data.y = labels;
  return data;
}

// Points a and b with the kernel <x, y>: both alphas are 2 / (a - b)^2, and the objective is minus that.
TEST(BlockSmo, SolvesTwoPointsExactly) {
  const LabeledMatrix data = on_a_line({3, 1}, {1, -1});
  const Trained trained = BlockSmo({.C = 10}, PolynomialKernel{1, 0}).train(view(data), 1);
  EXPECT_NEAR(trained.report.objectives.at(0), -0.5, 1e-12);
  const PairSolution pair = dual(trained).pairs().at(0);
  ASSERT_EQ(pair.b.size(), 2u);
  EXPECT_NEAR(pair.b[0], 0.5, 1e-12);
  EXPECT_NEAR(pair.b[1], -0.5, 1e-12);
  EXPECT_NEAR(pair.rho, 2, 1e-12);  // half way between them
  EXPECT_EQ(trained.model->predict(on_a_line({2.1f, 1.9f}, {0, 0}).x.view()), (std::vector<float>{1, -1}));
}

// With C = 0.1 both alphas stay at their bound: 1/2 0.1^2 2^2 - 0.2.
TEST(BlockSmo, SolvesTwoPointsAtTheirBounds) {
  const LabeledMatrix data = on_a_line({3, 1}, {1, -1});
  const Trained trained = BlockSmo({.C = 0.1}, PolynomialKernel{1, 0}).train(view(data), 1);
  EXPECT_NEAR(trained.report.objectives.at(0), 0.5 * 0.01 * 4 - 0.2, 1e-12);
  EXPECT_EQ(dual(trained).pairs().at(0).b, (std::vector<double>{0.1, -0.1}));
  EXPECT_TRUE(trained.report.converged);
}

// Where all rows are one point nothing can be told, and as many of either class are at their bounds.
TEST(BlockSmo, SolvesRowsThatAreAllAlike) {
  const LabeledMatrix data = on_a_line({2, 2, 2, 2, 2}, {1, 1, -1, -1, -1});
  const Trained trained = BlockSmo({.C = 1}, PolynomialKernel{2, 1}).train(view(data), 1);
  EXPECT_TRUE(trained.report.converged);
  EXPECT_NEAR(trained.report.objectives.at(0), -4, 1e-9);
}

TEST(BlockSmo, GivesTheSameBitsForEveryNumberOfThreads) {
  for (const int classes : {2, 4}) {
    const LabeledMatrix train = labelled_by_scores(1200, 10, classes, 1);
    for (const double cache_mb : {100.0, 0.25}) {
      const auto run = [&](int threads) {
        return BlockSmo({.C = 0.1, .eps = 0.01, .cache_mb = cache_mb, .threads = threads, .working_set = 64},
                        PolynomialKernel{2, 1})
            .train(view(train), 1);
      };
      const Trained one = run(1);
      for (const int threads : {2, 5}) {
        const Trained more = run(threads);
        EXPECT_EQ(more.report.objectives, one.report.objectives);
        EXPECT_EQ(more.model->predict(train.x.view(), threads), one.model->predict(train.x.view()));
      }
    }
  }
}

TEST(BlockSmo, ShrinkingChangesTheWayAndNotTheEnd) {
  const LabeledMatrix train = labelled_by_scores(2000, 8, 2, 1);
  const Kernel kernel = PolynomialKernel{3, 1};
  const Trained with = BlockSmo({.C = 0.05, .working_set = 50}, kernel).train(view(train), 1),
                without = BlockSmo({.C = 0.05, .shrinking = false, .working_set = 50}, kernel)
                              .train(view(train), 1);
  EXPECT_NEAR(with.report.objectives.at(0), without.report.objectives.at(0),
              1e-3 * std::abs(without.report.objectives.at(0)));
  for (const Trained* trained : {&with, &without}) {
    const Violation left = violation(view(train), kernel, 0.05, dual(*trained).pairs().at(0));
    EXPECT_LT(left.size, 1e-3 + 2 * left.rounding);
  }
}

TEST(BlockSmo, AgreesWithLibsvmOnAdult) {
  const auto train = first_rows_of_adult("a9a", 2000), test = first_rows_of_adult("a9a.t", 2000);
  if (!train || !test) GTEST_SKIP() << "SKETCHBENCH_MIRROR does not lead to a9a and a9a.t";
  for (const Kernel& kernel :
       {Kernel(PolynomialKernel{2, 0}), Kernel(PolynomialKernel{4, 1}), Kernel(GaussianKernel{3})}) {
    const Trained mine = BlockSmo({}, kernel).train(view(*train), 1);
    const Trained stock = Libsvm({}, kernel).train(view(*train), 1);
    EXPECT_TRUE(mine.report.converged);
    EXPECT_NEAR(mine.report.objectives.at(0), stock.report.objectives.at(0),
                1e-3 * std::abs(stock.report.objectives.at(0)));
    const auto labels = mine.model->predict(test->x.view()), theirs = stock.model->predict(test->x.view());
    int hits = 0, their_hits = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      hits += labels[i] == test->y[i] ? 1 : 0;
      their_hits += theirs[i] == test->y[i] ? 1 : 0;
    }
    EXPECT_LE(std::abs(hits - their_hits), 2) << "of 2000: 0.1 points";
  }
}

TEST(BlockSmo, SaysWhenItStopsAtItsLimit) {
  LabeledMatrix train = labelled_by_scores(40, 3, 2, 1);
  RandomStream random(1, "labels");
  for (float& value : train.x.value) value *= 100;
  for (float& label : train.y) label = static_cast<float>(random.sign());
  const Trained trained = BlockSmo({.max_steps = 10'000}, PolynomialKernel{4, 1}).train(view(train), 1);
  EXPECT_FALSE(trained.report.converged);
  EXPECT_GE(trained.report.iterations, 10'000);
  EXPECT_THAT(trained.report.messages, testing::HasSubstr("NOT BELOW EPS"));
}

// Classes that mix, and kernel values of 1e10 and more: a step is as long as their reciprocal, and the
// minimum is at bounds of 1. Each step brings the objective down by as much as the last, so that nothing but
// a limit tells that it would take too long.
TEST(BlockSmo, GivesUpWhereLibsvmDoesOnDataOutOfScale) {
  LabeledMatrix train = labelled_by_scores(40, 3, 2, 1);
  RandomStream random(1, "labels");
  for (float& value : train.x.value) value *= 1e5f;
  for (float& label : train.y) label = static_cast<float>(random.sign());
  const Trained trained = BlockSmo({}, PolynomialKernel{2, 1}).train(view(train), 1);
  EXPECT_FALSE(trained.report.converged);
  EXPECT_LE(trained.report.iterations, libsvm_iteration_limit(40));
  EXPECT_THAT(trained.report.messages,
              testing::HasSubstr("NOT BELOW EPS at the limit of 10000000 steps: scale the data, or lower C"));
}

TEST(BlockSmo, RejectsWhatItCannotTrainOn) {
  LabeledMatrix train = labelled_by_scores(20, 3, 2, 1);
  const std::vector<float> ones(20, 1);
  EXPECT_THROW(BlockSmo({}, PolynomialKernel{2, 1}).train({train.x.view(), ones}, 1), InputError);
  EXPECT_THROW(BlockSmo({}, PolynomialKernel{0, 1}).train(view(train), 1), InputError);
  EXPECT_THAT(
      [&] {
        BlockSmo({}, PolynomialKernel{200, 1}).train(view(train), 1);
      },
      testing::ThrowsMessage<Error>(testing::HasSubstr("scale the data")));
  train.x.value.back() = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(
      [&] {
        BlockSmo({}, PolynomialKernel{2, 1}).train(view(train), 1);
      },
      testing::ThrowsMessage<Error>(testing::HasSubstr("row 20")));
}

}  // namespace
}  // namespace sketchbench
