#include "learners/dense_tron.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/random.hpp"
#include "learners/hinge_hessians.hpp"
#include "learners/hinge_problems.hpp"
#include "learners/liblinear.hpp"
#include "sample_data.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Matrix = HingeProblems::Matrix;

Matrix random_weights(Index d, Index columns, Seed seed) {
  RandomStream random(seed, "test.dense_tron");
  return Matrix::NullaryExpr(d, columns, [&] { return static_cast<float>(random.uniform() - 0.5); });
}

/// Rows with their problems.
struct Bench {
  LabeledMatrix data;
  StoredRows rows;
  HingeProblems problems;
  HingeProblems::Selection all;

  Bench(Index n, Index d, int classes, double C, int threads = 1)
      : data(labelled_by_scores(n, d, classes, 1)),
        rows(data.x.view()),
        problems(rows, data.y, count_classes(data.y), C, threads) {
    for (Index k = 0; k < problems.count(); ++k) all.push_back(k);
  }
  double objective(Index k, const Eigen::VectorXf& w) const {
    const Matrix score = problems.scores(w);
    return problems.objective(k, w.cast<double>().squaredNorm(),
                              {score.data(), static_cast<std::size_t>(score.size())});
  }
};

TEST(HingeProblems, GradientsAreTheObjectivesSlopes) {
  const Bench bench(300, 10, 4, 0.5);
  const Matrix w = random_weights(10, 4, 1);
  const MatrixXd gradient = bench.problems.gradient(bench.all, w.cast<double>(), bench.problems.scores(w));
  constexpr float h = 1.0f / 256;
  for (Index k = 0; k < 4; ++k)
    for (Index j = 0; j < 10; ++j) {
      Eigen::VectorXf up = w.col(k), down = w.col(k);
      up(j) += h;
      down(j) -= h;
      // The objective is piecewise quadratic: central differences err only where a row changes sides.
      EXPECT_NEAR(gradient(j, k), (bench.objective(k, up) - bench.objective(k, down)) / (2 * double{h}),
                  2e-3 * gradient.col(k).norm());
    }
}

TEST(HingeProblems, SumsDoNotDependOnThreads) {
  const Bench one(5000, 10, 3, 1, 1), four(5000, 10, 3, 1, 4);
  const Matrix w = random_weights(10, 3, 2);
  EXPECT_EQ(one.problems.scores(w), four.problems.scores(w));
  EXPECT_EQ(one.problems.gradient(one.all, w.cast<double>(), one.problems.scores(w)),
            four.problems.gradient(four.all, w.cast<double>(), four.problems.scores(w)));
}

/// I + 2 C sum over active rows of x x^T, by its definition.
MatrixXd direct_hessian(const Bench& bench, Index k, const Matrix& score) {
  MatrixXd h = MatrixXd::Identity(bench.problems.dim(), bench.problems.dim());
  RowMajorMatrix workspace;
  const RowBlock x = bench.rows.block(0, bench.rows.size(), workspace);
  for (Index i = 0; i < x.rows(); ++i)
    if (bench.problems.is_active(k, i, score(i, k)))
      h += 2 * bench.problems.C() * x.row(i).transpose().cast<double>() * x.row(i).cast<double>();
  return h;
}

// As matrices that follow the active rows (few features), and as products that go through the rows (many).
TEST(HingeHessians, AreThoseOfTheActiveRowsWhateverCameBefore) {
  struct Shape {
    Index n, d;
  };
  for (const auto [n, d] : {Shape{400, 12}, Shape{40, 2010}}) {
    const Bench bench(n, d, 3, 0.7);
    HingeHessians hessians(bench.problems);
    std::vector<Matrix> weights = {Matrix::Zero(d, 3), random_weights(d, 3, 1),
                                   0.1f * random_weights(d, 3, 2)};
    weights.push_back(1.001f * weights.back());  // a few rows change
    weights.push_back(weights.back());           // none does
    for (const Matrix& w : weights) {
      const Matrix score = bench.problems.scores(w);
      hessians.follow(bench.all, score);
      const Matrix v = random_weights(d, 3, 9);
      const MatrixXd images = hessians.times(bench.all, v.cast<double>());
      for (Index k = 0; k < 3; ++k) {
        const MatrixXd expected = direct_hessian(bench, k, score);
        const Eigen::VectorXd image = expected * v.col(k).cast<double>();
        EXPECT_NEAR((images.col(k) - image).norm() / image.norm(), 0, 1e-5);
        const Eigen::VectorXd diagonal = expected.diagonal();
        EXPECT_NEAR((hessians.diagonal(k) - diagonal).norm() / diagonal.norm(), 0, 1e-5);
      }
    }
  }
}

struct Case {
  int classes;
  bool preconditioned;
};

class AgainstLiblinear : public testing::TestWithParam<Case> {};

// Both solve the problem to the end: the same objectives within 1e-3, and the same labels but for rows whose
// scores all but tie.
TEST_P(AgainstLiblinear, ReachesTheSameMinimum) {
  const auto [classes, preconditioned] = GetParam();
  for (const Index d : {12, 2010}) {
    const Index n = d > 1000 ? 60 : 400;
    const LabeledMatrix train = labelled_by_scores(n, d, classes, 1),
                        test = labelled_by_scores(500, d, classes, 2);
    const Trained ours =
        DenseTron({.C = 0.5, .eps = 1e-3, .preconditioned = preconditioned}).train(view(train), 1);
    const Trained stock = Liblinear({.solver = 2, .C = 0.5, .eps = 1e-5}).train(view(train), 1);
    EXPECT_TRUE(ours.report.converged) << ours.report.messages;
    std::vector<double> mine = ours.report.objectives, theirs = stock.report.objectives;
    std::sort(mine.begin(), mine.end());  // LIBLINEAR takes the classes as it meets them
    std::sort(theirs.begin(), theirs.end());
    ASSERT_EQ(mine.size(), theirs.size());
    for (std::size_t k = 0; k < mine.size(); ++k) EXPECT_NEAR(mine[k], theirs[k], 1e-3 * theirs[k]);
    const auto labels = ours.model->predict(test.x.view(), 2), expected = stock.model->predict(test.x.view());
    int differing = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) differing += labels[i] == expected[i] ? 0 : 1;
    // 60 rows leave scores in 2010 dimensions close to zero, where rounding decides.
    EXPECT_LE(differing, d > 1000 ? 25 : 5) << "of 500 rows, d = " << d;
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, AgainstLiblinear,
                         testing::Values(Case{2, true}, Case{2, false}, Case{4, true}, Case{4, false}));

// The stopping rule is LIBLINEAR's, so a loose tolerance stops both early: neither runs on to the minimum.
TEST(DenseTron, StopsWhereItsToleranceSays) {
  const LabeledMatrix train = labelled_by_scores(400, 12, 3, 1);
  const auto steps = [&](double eps) {
    return DenseTron({.eps = eps}).train(view(train), 1).report.iterations;
  };
  EXPECT_LT(steps(0.5), steps(1e-4));
}

TEST(DenseTron, GivesTheSameBitsForEveryNumberOfThreads) {
  const LabeledMatrix train = labelled_by_scores(3000, 20, 4, 1);
  const auto objectives = [&](int threads) {
    return DenseTron({.threads = threads}).train(view(train), 1).report.objectives;
  };
  EXPECT_EQ(objectives(1), objectives(2));
  EXPECT_EQ(objectives(1), objectives(5));
}

TEST(DenseTron, TreatsDenseAndSparseRowsAlike) {
  const LabeledMatrix train = labelled_by_scores(700, 10, 3, 1);
  const DenseMatrix dense = dense_copy(train.x);
  EXPECT_EQ(DenseTron({}).train(view(train), 1).report.objectives,
            DenseTron({}).train({dense.view(), train.y}, 1).report.objectives);
}

/// Rows that are made anew whenever they are asked for.
class StreamedRows final : public RowBlocks {
 public:
  explicit StreamedRows(const DenseMatrix& rows) : rows_(rows) {}
  Index size() const override { return rows_.n; }
  Index dim() const override { return rows_.d; }
  RowBlock block(Index begin, Index end, RowMajorMatrix& workspace) const override {
    workspace.resize(end - begin, rows_.d);
    std::copy_n(rows_.row(begin), (end - begin) * rows_.d, workspace.data());
    return {workspace.data(), end - begin, rows_.d, Eigen::OuterStride<>(rows_.d)};
  }
  Index rows_at_hand() const override { return 400; }

 private:
  const DenseMatrix& rows_;
};

TEST(DenseTron, TrainsOnRowsThatAreNeverInMemoryAllAtOnce) {
  const LabeledMatrix train = labelled_by_scores(1500, 10, 3, 1);
  const DenseMatrix dense = dense_copy(train.x);
  EXPECT_EQ(DenseTron({.threads = 2}).train_on_blocks(StreamedRows(dense), train.y, 1).report.objectives,
            DenseTron({}).train({dense.view(), train.y}, 1).report.objectives);
}

TEST(DenseTron, SaysWhenItStopsAtItsLimit) {
  const LabeledMatrix train = labelled_by_scores(400, 12, 3, 1);
  const Trained trained = DenseTron({.eps = 1e-5, .max_steps = 1}).train(view(train), 1);
  EXPECT_FALSE(trained.report.converged);
  EXPECT_THAT(trained.report.messages, testing::HasSubstr("NOT REACHED"));
}

TEST(DenseTron, RejectsWhatItCannotTrainOn) {
  LabeledMatrix train = labelled_by_scores(20, 3, 2, 1);
  const std::vector<float> one_class(20, 7.0f);
  EXPECT_THROW(DenseTron({}).train({train.x.view(), one_class}, 1), InputError);
  train.x.value.back() = std::numeric_limits<float>::infinity();
  EXPECT_THAT([&] { DenseTron({}).train(view(train), 1); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("row 20")));
  const Trained trained = DenseTron({}).train(view(labelled_by_scores(50, 4, 2, 1)), 1);
  EXPECT_THROW(trained.model->predict(Rows::dense(nullptr, 0, 5, 5)), InputError);
}

}  // namespace
}  // namespace sketchbench
