#include <sketchbench/learners/block_smo/svm_duals.hpp>

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/learners/block_smo/kernel_rows.hpp>
#include <sketchbench/learners/block_smo/smo_subproblem.hpp>
#include <sketchbench/learners/distinct_rows.hpp>
#include "sample_data.hpp"

namespace sketchbench {
namespace {

std::vector<bool> positive_rows(const LabeledMatrix& data) {
  std::vector<bool> positive;
  for (const float label : data.y) positive.push_back(label > 0);
  return positive;
}

// With a kernel that hardly sees two rows at once and a large C, all variables are free in the end. A cache
// of ten rows allows working sets of ten, whatever is asked for; soon more than twice as many are free, and
// from then on steps are among all variables.
TEST(SvcDual, GoesByTheWorkingSetsThatTheCacheAllows) {
  const LabeledMatrix train = labelled_by_scores(300, 10, 2, 1);
  const double ten_rows = 10.5 * 4 * static_cast<double>(SmoSubproblem::padded(300));
  ASSERT_EQ(KernelRows::capacity(300, ten_rows), 10);
  const auto solved = [&](Index working_set) {
    return solve_svc_dual(train.x.view(), positive_rows(train), GaussianKernel{0.5}, 1000,
                          {.cache_bytes = ten_rows, .working_set = working_set});
  };
  const DualResult asked = solved(10), allowed = solved(512);
  EXPECT_TRUE(asked.converged);
  EXPECT_LE(asked.rounds, 30) << "rounds alone would take five new variables each";
  EXPECT_EQ(allowed.rounds, asked.rounds);
  EXPECT_EQ(allowed.steps, asked.steps);
  EXPECT_EQ(allowed.b, asked.b);
}

/// The optimality conditions in double precision, with a solution's own b: the largest violation.
double true_violation(const LabeledMatrix& data, const Kernel& kernel, const DualResult& result, double C) {
  const Eigen::MatrixXd k = gram(kernel, data.x.view());
  const Eigen::Map<const Eigen::VectorXd> b(result.b.data(), std::ssize(result.b));
  const Eigen::VectorXd image = k * b;
  double most = -HUGE_VAL, least = HUGE_VAL, sum = 0;
  for (Index i = 0; i < b.size(); ++i) {
    const double y = data.y[static_cast<std::size_t>(i)] > 0 ? 1 : -1, f = y - image[i];
    EXPECT_GE(y * b[i], 0);
    EXPECT_LE(y * b[i], C);
    sum += b[i];
    if (y > 0 ? b[i] < C : b[i] < 0) most = std::max(most, f);
    if (y > 0 ? b[i] > 0 : b[i] > -C) least = std::min(least, f);
  }
  EXPECT_NEAR(sum, 0, 1e-9 * std::max(1.0, b.cwiseAbs().sum()));
  return most - least;
}

// Working sets of eight, more than sixteen variables free: from the first looks on by systems of equations. A
// cache of fifty rows has no room for them, and the same problem is solved by steps.
TEST(SvcDual, FindsTheSameMinimumByActiveSets) {
  const LabeledMatrix train = labelled_by_scores(400, 10, 2, 1);
  const double fifty_rows = 50.5 * 4 * static_cast<double>(SmoSubproblem::padded(400));
  int solved_by_sets = 0, fewer_steps = 0;
  for (const Kernel& kernel :
       {Kernel(GaussianKernel{0.5}), Kernel(GaussianKernel{3}), Kernel(PolynomialKernel{4, 1}),
        Kernel(PolynomialKernel{2, 1}), Kernel(PolynomialKernel{1, 0})})
    for (const double C : {0.1, 1.0, 10.0}) {
      SCOPED_TRACE(testing::Message() << kernel.display() << ", C = " << C);
      const auto solved = [&](double cache_bytes, bool shrinking) {
        return solve_svc_dual(
            train.x.view(), positive_rows(train), kernel, C,
            {.eps = 1e-4, .cache_bytes = cache_bytes, .shrinking = shrinking, .working_set = 8});
      };
      const DualResult by_steps = solved(fifty_rows, true), by_sets = solved(1e8, true);
      EXPECT_TRUE(by_steps.converged);
      EXPECT_TRUE(by_sets.converged);
      EXPECT_EQ(by_steps.systems, 0);
      EXPECT_NEAR(by_sets.objective, by_steps.objective, 1e-5 * std::abs(by_steps.objective) + 1e-9);
      const double rounding = 1e-6 * 400 * C;  // of kernel values in single precision
      EXPECT_LT(true_violation(train, kernel, by_sets, C), 1e-4 + rounding);
      const DualResult whole = solved(1e8, false);
      EXPECT_TRUE(whole.converged);
      EXPECT_NEAR(whole.objective, by_steps.objective, 1e-5 * std::abs(by_steps.objective) + 1e-9);
      solved_by_sets += by_sets.systems > 0 ? 1 : 0;
      fewer_steps += by_sets.systems > 0 && by_sets.steps < by_steps.steps ? 1 : 0;
    }
  EXPECT_GE(solved_by_sets, 5) << "of fifteen";
  EXPECT_EQ(fewer_steps, solved_by_sets);
}

// A factor that is lost with one of its rows costs as much as all the systems that it could have served.
TEST(SvcDual, KeepsAFactorWhenRowsAreLeftOut) {
  const LabeledMatrix train = labelled_by_scores(2000, 10, 2, 1);
  const DualResult result =
      solve_svc_dual(train.x.view(), positive_rows(train), PolynomialKernel{4, 1}, 0.5,
                     {.eps = 1e-4, .cache_bytes = 1e8, .shrinking = true, .working_set = 8});
  EXPECT_TRUE(result.converged);
  EXPECT_GE(result.systems, 5);
  EXPECT_EQ(result.factors, 1);
}

TEST(SvcDual, GivesTheSameBitsForEveryNumberOfThreadsByActiveSets) {
  const LabeledMatrix train = labelled_by_scores(400, 10, 2, 1);
  const auto solved = [&](int threads) {
    return solve_svc_dual(train.x.view(), positive_rows(train), PolynomialKernel{4, 1}, 1,
                          {.eps = 1e-4, .cache_bytes = 1e8, .working_set = 8, .threads = threads});
  };
  const DualResult alone = solved(1);
  EXPECT_GT(alone.systems, 0);
  for (const int threads : {2, 3}) {
    const DualResult shared = solved(threads);
    EXPECT_EQ(shared.b, alone.b);
    EXPECT_EQ(shared.systems, alone.systems);
  }
}

// Rows that occur several times, some of them in both classes: as if each were alone.
TEST(SvcDual, HasOneVariableForRowsThatAreAlike) {
  const LabeledMatrix some = labelled_by_scores(60, 4, 2, 3);
  std::vector<Index> rows;
  std::vector<float> y;
  for (Index i = 0; i < 60; ++i)
    for (Index copy = 0; copy <= i % 4; ++copy) {
      rows.push_back(i);
      y.push_back(i % 10 == 3 && copy == 1 ? -some.y[static_cast<std::size_t>(i)]
                                           : some.y[static_cast<std::size_t>(i)]);
    }
  const LabeledMatrix train{copy_sparse_rows(some.x.view(), rows), y};
  const double C = 0.05;  // of which three are not exactly thrice as much
  const DualResult result =
      solve_svc_dual(train.x.view(), positive_rows(train), PolynomialKernel{2, 1}, C, {.eps = 1e-5});
  EXPECT_TRUE(result.converged);
  EXPECT_LT(true_violation(train, PolynomialKernel{2, 1}, result, C), 2e-5);
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i] == rows[i - 1] && y[i] == y[i - 1]) {
      EXPECT_EQ(result.b[i], result.b[i - 1]);
    }
}

TEST(DistinctRows, AreCountedByClass) {
  const DenseMatrix dense = [] {
    DenseMatrix x(6, 2);
    x.value = {1, 2, 1, 3, 1, 2, 1, 2, 0, 3, 1, 3};
    return x;
  }();
  const std::vector<bool> positive = {true, true, true, false, true, true};
  const CsrMatrix sparse = to_sparse(dense);
  for (const Rows& x : {dense.view(), sparse.view()}) {
    const DistinctRows distinct = distinct_rows(x, positive);
    EXPECT_EQ(distinct.first, (std::vector<Index>{0, 1, 3, 4}));
    EXPECT_EQ(distinct.kind, (std::vector<Index>{0, 1, 0, 2, 3, 1}));
    EXPECT_EQ(distinct.weight, (std::vector<double>{2, 2, 1, 1}));
  }
}

}  // namespace
}  // namespace sketchbench
