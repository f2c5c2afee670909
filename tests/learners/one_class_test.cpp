// One-class machines beside svm-train -s 2.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/learners/block_smo/block_smo_one_class.hpp>
#include <sketchbench/learners/libsvm/libsvm_one_class.hpp>
#include "sample_data.hpp"
#include "stock_tools.hpp"

namespace sketchbench {
namespace {

struct Case {
  Kernel kernel;
  double nu;
  std::string options;
};
std::vector<Case> cases() {
  return {{GaussianKernel{2}, 0.5, "-t 2 -g 0.125"},
          {GaussianKernel{2}, 0.0625, "-t 2 -g 0.125"},
          {GaussianKernel{0.5}, 0.25, "-t 2 -g 2"},
          {PolynomialKernel{2, 1}, 0.125, "-t 1 -d 2 -g 1 -r 1"}};
}

std::vector<float> sides(const std::vector<double>& scores) {
  std::vector<float> labels;
  for (const double score : scores) labels.push_back(score > 0 ? 1.0f : -1.0f);
  return labels;
}

TEST(LibsvmOneClass, GivesTheSameLabelsAndMessagesAsTheStockTools) {
  const LabeledMatrix train = labelled_by_scores(300, 8, 2, 1), test = labelled_by_scores(200, 8, 2, 2);
  for (const auto& [kernel, nu, options] : cases()) {
    const Trained trained = LibsvmOneClass({.nu = nu, .eps = 0x1p-10}, kernel).train(view(train), 1);
    const StockResult stock = run_stock_libsvm(
        fmt::format("-s 2 -n {} -e {} -m 4000 {}", nu, 0x1p-10, options), view(train), view(test));
    EXPECT_EQ(trained.report.messages, stock.messages) << options;
    EXPECT_EQ(trained.model->predict(test.x.view(), 2), stock.labels) << options;
    EXPECT_EQ(trained.model->classes(), (std::vector<int>{1, -1}));
  }
}

// The same problem in the same scale: objective, decision values, share of support vectors and of rows
// outside.
TEST(BlockSmoOneClass, FindsTheMinimumThatSvmTrainFinds) {
  const LabeledMatrix train = labelled_by_scores(400, 8, 2, 1), test = labelled_by_scores(200, 8, 2, 2);
  for (const auto& [kernel, nu, options] : cases())
    for (const double cache_mb : {100.0, 0.05}) {
      SCOPED_TRACE(fmt::format("{}, nu = {}", options, nu));
      const double eps = 0x1p-14;
      const Trained library = LibsvmOneClass({.nu = nu, .eps = eps}, kernel).train(view(train), 1),
                    ours = BlockSmoOneClass({.nu = nu, .eps = eps, .cache_mb = cache_mb}, kernel)
                               .train(view(train), 1);
      EXPECT_TRUE(ours.report.converged);
      const double objective = library.report.objectives.at(0);
      EXPECT_NEAR(ours.report.objectives.at(0), objective, 1e-4 * std::abs(objective));
      const std::vector<double> a = ours.model->scores(test.x.view()),
                                b = library.model->scores(test.x.view());
      double largest = 0;
      for (const double value : b) largest = std::max(largest, std::abs(value));
      for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-3 * largest) << i;
      // Schoelkopf et al.'s proposition 3: nu is between the share of rows outside and that of supports.
      const std::vector<double> inside = ours.model->scores(train.x.view());
      const auto outside =
          std::ranges::count_if(inside, [&](double score) { return score < -1e-3 * largest; });
      EXPECT_LE(static_cast<double>(outside), nu * 400 + 1e-9);
      EXPECT_GE(static_cast<double>(ours.report.support_vectors), nu * 400 - 1e-9);
      EXPECT_EQ(ours.model->predict(test.x.view()), sides(a));
    }
}

TEST(OneClass, LooksAtNoLabels) {
  LabeledMatrix train = labelled_by_scores(100, 5, 2, 1);
  const auto scores = [&](const Learner& learner) {
    return learner.train(view(train), 1).model->scores(train.x.view());
  };
  const BlockSmoOneClass ours({}, GaussianKernel{2});
  const LibsvmOneClass library({}, GaussianKernel{2});
  const std::vector<double> a = scores(ours), b = scores(library);
  std::ranges::fill(train.y, 7.0f);
  EXPECT_EQ(scores(ours), a);
  EXPECT_EQ(scores(library), b);
}

// A classifier refuses what is left; here rows of weight 0 are as if they were not there.
TEST(OneClass, TakesWeightsThatLeaveOneLabel) {
  const LabeledMatrix train = labelled_by_scores(100, 5, 2, 1);
  std::vector<double> weights;
  std::vector<Index> left;
  for (Index i = 0; i < 100; ++i) {
    weights.push_back(train.y[static_cast<std::size_t>(i)] == train.y.front() ? 1 : 0);
    if (weights.back() > 0) left.push_back(i);
  }
  const LabeledMatrix only{copy_sparse_rows(train.x.view(), left), std::vector<float>(left.size(), 1)};
  LabeledRows weighted = view(train);
  weighted.weights = weights;
  const BlockSmoOneClass ours({.nu = 0.3, .eps = 1e-5}, GaussianKernel{1});
  const LibsvmOneClass library({.nu = 0.3, .eps = 1e-5}, GaussianKernel{1});
  const std::vector<double> expected = library.train(view(only), 1).model->scores(train.x.view());
  for (const Learner* learner : std::initializer_list<const Learner*>{&ours, &library}) {
    const std::vector<double> scores = learner->train(weighted, 1).model->scores(train.x.view());
    for (std::size_t i = 0; i < scores.size(); ++i) ASSERT_NEAR(scores[i], expected[i], 1e-3);
  }
}

TEST(OneClass, CountsARowsWeightAsSoManyRows) {
  const LabeledMatrix some = labelled_by_scores(120, 5, 2, 3);
  std::vector<double> weights;
  std::vector<Index> rows;
  for (Index i = 0; i < 120; ++i) {
    weights.push_back(static_cast<double>(1 + i % 3));
    for (Index k = 0; k <= i % 3; ++k) rows.push_back(i);
  }
  const LabeledMatrix repeated{copy_sparse_rows(some.x.view(), rows), std::vector<float>(rows.size(), 1)};
  LabeledRows weighted = view(some), halved = view(some);
  weighted.weights = weights;
  std::vector<double> half = weights;
  for (double& w : half) w /= 2;
  halved.weights = half;
  const BlockSmoOneClass ours({.nu = 0.3, .eps = 1e-5}, GaussianKernel{1});
  const LibsvmOneClass library({.nu = 0.3, .eps = 1e-5}, GaussianKernel{1});
  const std::vector<double> expected = library.train(view(repeated), 1).model->scores(some.x.view());
  const auto compare = [&](const Learner& learner, const LabeledRows& data, double scale) {
    const std::vector<double> scores = learner.train(data, 1).model->scores(some.x.view());
    for (std::size_t i = 0; i < scores.size(); ++i) ASSERT_NEAR(scores[i], scale * expected[i], 1e-3);
  };
  compare(ours, view(repeated), 1);
  compare(ours, weighted, 1);
  compare(library, weighted, 1);
  compare(ours, halved, 0.5);
  compare(library, halved, 0.5);
}

TEST(OneClass, KnowsItsNuAtTheEnds) {
  const LabeledMatrix train = labelled_by_scores(50, 3, 2, 1);
  const Trained all = BlockSmoOneClass({.nu = 1}, GaussianKernel{1}).train(view(train), 1);
  EXPECT_EQ(all.report.support_vectors, 50);
  for (const double score : all.model->scores(train.x.view())) EXPECT_TRUE(std::isfinite(score));
  EXPECT_THAT([&] { LibsvmOneClass({.nu = 1}, GaussianKernel{1}).train(view(train), 1); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("choose a smaller nu")));
  for (const char* type : {"libsvm_one_class", "block_smo_one_class"})
    for (const double nu : {0.0, -1.0, 1.5})
      EXPECT_THAT(
          [&] {
            LearnerSpec({{"type", type}, {"nu", nu}});
          },
          testing::ThrowsMessage<InputError>(testing::HasSubstr("\"nu\"")));
}

}  // namespace
}  // namespace sketchbench
