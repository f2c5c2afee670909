// Data that hold less than they seem to: nothing at all, rows many times over, a single feature.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <sketchbench/learners/dense_tron/dense_tron.hpp>
#include <sketchbench/learners/dense_tron/hessian_matrices.hpp>
#include <sketchbench/learners/dense_tron/hessian_products.hpp>
#include <sketchbench/learners/liblinear/liblinear.hpp>
#include "sample_data.hpp"
#include "streamed_rows.hpp"

namespace sketchbench {
namespace {

using test::StreamedRows;

struct Degenerate {
  const char* name;
  DenseMatrix x;
  std::vector<float> y;
  bool flat;  ///< w = 0 is the minimum of every problem
};

void PrintTo(const Degenerate& data, std::ostream* out) { *out << data.name; }

/// n rows of d values of `made`(i, j), labelled 0, 1, ..., classes - 1, 0, 1, ...
template <class Made>
Degenerate data_set(const char* name, Index n, Index d, int classes, bool flat, const Made& made) {
  Degenerate data{name, DenseMatrix(n, d), {}, flat};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) data.x.row(i)[j] = made(i, j);
    data.y.push_back(static_cast<float>(i % classes));
  }
  return data;
}

std::vector<Degenerate> degenerate_data() {
  const auto wave = [](Index i, Index j) { return static_cast<float>((7 * i + 3 * j) % 11) - 5; };
  return {
      data_set("all features zero", 20, 6, 2, true, [](Index, Index) { return 0.0f; }),
      data_set("all features zero, four classes", 40, 6, 4, true, [](Index, Index) { return 0.0f; }),
      data_set("every row once in either class", 600, 6, 2, true,
               [&](Index i, Index j) { return wave(i / 2, j); }),
      data_set("one feature, balanced", 8, 1, 2, true, [&](Index i, Index) { return wave(i / 2, 0); }),
      data_set("two zero rows", 2, 3, 2, true, [](Index, Index) { return 0.0f; }),
      data_set("two opposite rows", 2, 1, 2, false, [](Index i, Index) { return i == 0 ? 1.0f : -1.0f; }),
      data_set("one feature", 500, 1, 3, false, wave),
      data_set("rows five times over", 500, 6, 2, false, [&](Index i, Index j) { return wave(i / 5, j); }),
      data_set("every other row zero", 500, 6, 4, false,
               [&](Index i, Index j) { return i % 2 == 0 ? 0.0f : wave(i, j); }),
      // The rows of classes 1 and 2 are the opposites of each other, and those of class 0 are zero: w = 0 is
      // the minimum of the first problem alone.
      data_set("flat for one of three classes", 300, 6, 3, false,
               [&](Index i, Index j) {
                 return static_cast<float>(i % 3 == 0 ? 0 : 3 - 2 * (i % 3)) * wave(i / 3, j);
               }),
  };
}

class DegenerateData : public testing::TestWithParam<Degenerate> {};

TEST_P(DegenerateData, IsTrainedOnHeldAndStreamedWithEitherPreconditioner) {
  const auto& [name, x, y, flat] = GetParam();
  const Trained stock = Liblinear({.solver = 2, .eps = 1e-6}).train({x.view(), y}, 1);
  std::vector<double> expected = stock.report.objectives;
  std::sort(expected.begin(), expected.end());
  const CsrMatrix sparse = to_sparse(x);
  for (const bool preconditioned : {true, false}) {
    const DenseTron tron({.eps = 1e-4, .preconditioned = preconditioned, .threads = 2});
    const Trained trained[] = {tron.train({x.view(), y}, 1), tron.train({sparse.view(), y}, 1),
                               tron.train_on_blocks(StreamedRows(x), y, {}, 1)};
    for (const Trained& one : trained) {
      EXPECT_TRUE(one.report.converged) << one.report.messages;
      std::vector<double> objectives = one.report.objectives;
      std::sort(objectives.begin(), objectives.end());
      ASSERT_EQ(objectives.size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k)
        EXPECT_NEAR(objectives[k], expected[k], 1e-3 * expected[k]);
      if (!flat) continue;
      EXPECT_EQ(one.report.iterations, 0);
      EXPECT_EQ(one.model->predict(x.view()), stock.model->predict(x.view())) << "all scores are 0";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DataSets, DegenerateData, testing::ValuesIn(degenerate_data()));

// Where nothing tells the classes apart, the order in which the training rows have them decides.
TEST(EqualScores, AreDecidedAsByLiblinear) {
  const std::vector<std::vector<float>> orders = {{0, 1},     {1, 0},     {-1, 1},   {1, -1},
                                                  {-1, 0},    {2, -3},    {0, 1, 2}, {2, 0, 1},
                                                  {-1, 1, 0}, {5, 7, -2}, {9, 8, 7}};
  for (const std::vector<float>& order : orders) {
    const DenseMatrix zeros(60, 4);
    std::vector<float> y;
    for (std::size_t i = 0; i < 60; ++i) y.push_back(order[i < order.size() ? i : (i * i) % order.size()]);
    const std::vector<float> expected =
        Liblinear({.solver = 2}).train({zeros.view(), y}, 1).model->predict(zeros.view());
    const DenseTron tron({});
    EXPECT_EQ(tron.train({zeros.view(), y}, 1).model->predict(zeros.view()), expected)
        << testing::PrintToString(order);
    EXPECT_EQ(tron.train_on_blocks(StreamedRows(zeros), y, {}, 1).model->predict(zeros.view()), expected)
        << testing::PrintToString(order);
  }
}

// A row of zeros has equal scores whatever was learnt.
TEST(EqualScores, OfARowOfZerosAreDecidedAsByLiblinear) {
  const DenseMatrix zeros(1, 10);
  for (const int classes : {2, 3, 5}) {
    const LabeledMatrix train = labelled_by_scores(300, 10, classes, 1);
    EXPECT_EQ(DenseTron({}).train(view(train), 1).model->predict(zeros.view()),
              Liblinear({.solver = 2}).train(view(train), 1).model->predict(zeros.view()))
        << classes;
  }
}

template <class Hessians>
class EmptySelection : public testing::Test {};
using Representations = testing::Types<HessianMatrices, HessianProducts>;
TYPED_TEST_SUITE(EmptySelection, Representations);

TYPED_TEST(EmptySelection, ChangesNoHessianAndHasNoProducts) {
  const LabeledMatrix data = labelled_by_scores(50, 4, 3, 1);
  const StoredRows rows(data.x.view());
  const HingeProblems problems(rows, data.y, count_classes(data.y), 1, 2);
  TypeParam hessians(problems);
  hessians.follow({}, {});
  const HingeProblems::Selection all = {0, 1, 2};
  const ActiveRows everything = ActiveRows::Constant(50, true), some = ActiveRows::Constant(50, false);
  hessians.follow(all, {&everything, &some, &everything});
  const Eigen::MatrixXd v = Eigen::MatrixXd::Random(4, 3), before = hessians.times(all, v);
  hessians.follow({}, {});
  EXPECT_EQ(hessians.times(all, v), before);
  EXPECT_EQ(hessians.times({}, Eigen::MatrixXd(4, 0)).cols(), 0);
  EXPECT_EQ(hessians.diagonals({}).cols(), 0);
}

}  // namespace
}  // namespace sketchbench
