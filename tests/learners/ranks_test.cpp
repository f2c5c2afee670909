#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/row_blocks.hpp>
#include "sample_data.hpp"
#include "support/temporary_folder.hpp"
#include "support/thread_ranks.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;
using testing_support::ThreadRanks;

const Kernel kernel = GaussianKernel{2};

LabeledRows part_of(const LabeledRows& rows, const Communicator& ranks) {
  const RowShare share = share_of(rows.x.size(), ranks);
  const auto begin = static_cast<std::size_t>(share.begin), size = static_cast<std::size_t>(share.size());
  return {rows.x.slice(share.begin, share.end), rows.y.subspan(begin, size), rows.task,
          rows.weights.empty() ? rows.weights : rows.weights.subspan(begin, size)};
}

struct Answer {
  std::vector<double> scores, objectives;
  std::int64_t iterations = 0;
};

Answer answer_of(const Trained& trained, const Rows& test) {
  return {trained.model->scores(test), trained.report.objectives, trained.report.iterations};
}

/// What each rank answers; all of them the same to the last bit.
Answer answer_of_ranks(const LearnerSpec& spec, const LabeledRows& train, const Rows& test, int size) {
  std::vector<Answer> answers(static_cast<std::size_t>(size));
  ThreadRanks::run(size, [&](const Communicator& ranks) {
    const Trained trained = spec.make(kernel, 1, ranks)->train(part_of(train, ranks), 5);
    answers[static_cast<std::size_t>(ranks.rank())] = answer_of(trained, test);
  });
  for (const Answer& answer : answers) {
    EXPECT_EQ(answer.scores, answers.front().scores);
    EXPECT_EQ(answer.objectives, answers.front().objectives);
  }
  return answers.front();
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0, scale = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    most = std::max(most, std::abs(a[i] - b[i]));
    scale = std::max(scale, std::abs(a[i]));
  }
  return most / scale;
}

/// The same in as many as 4 parts as in one, but for rounding.
void expect_same(const Json& learner, const LabeledRows& train, const Rows& test, double tolerance = 1e-9) {
  const LearnerSpec spec = LearnerSpec::parse(learner);
  const Answer one = answer_of(spec.make(kernel, 1)->train(train, 5), test);
  for (const int size : {1, 2, 3, 4}) {
    SCOPED_TRACE(learner.dump() + " on ranks: " + std::to_string(size));
    const Answer several = answer_of_ranks(spec, train, test, size);
    EXPECT_LT(difference(one.scores, several.scores), size == 1 ? 1e-300 : tolerance);
    EXPECT_LT(difference(one.objectives, several.objectives), size == 1 ? 1e-300 : tolerance);
    // Conjugate gradients on an ill-conditioned system end a step earlier or later by rounding.
    if (spec.kind().type != "falkon") {
      EXPECT_EQ(one.iterations, several.iterations);
    }
  }
}

/// Whose labels come one after the other, so that some ranks see one class alone.
LabeledMatrix sorted_by_label(const LabeledMatrix& from) {
  std::vector<Index> order(from.y.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, std::greater<>(),
                           [&](Index i) { return from.y[static_cast<std::size_t>(i)]; });
  LabeledMatrix sorted{copy_sparse_rows(from.x.view(), order), {}};
  for (const Index i : order) sorted.y.push_back(from.y[static_cast<std::size_t>(i)]);
  return sorted;
}

TEST(Ranks, TrainTheSameRidge) {
  const LabeledMatrix train = with_targets(611, 20, 1), test = with_targets(50, 20, 2);
  for (const bool intercept : {true, false})
    for (const Json& lambda : {Json(0.5), Json("loo")})
      expect_same({{"type", "ridge"}, {"lambda", lambda}, {"intercept", intercept}}, targets_view(train),
                  test.x.view());
}

TEST(Ranks, TrainTheSameRidgeOfMoreColumnsThanAPart) {
  const LabeledMatrix train = with_targets(700, 300, 1), test = with_targets(20, 300, 2);
  expect_same({{"type", "ridge"}, {"lambda", 3}}, targets_view(train), test.x.view());
}

TEST(Ranks, TrainTheSameDenseTron) {
  // As matrices, which are small beside many rows, and as products; rows that are dense and sparse.
  for (const Index rows : {4000, 300})
    for (const int classes : {2, 3}) {
      const LabeledMatrix train = labelled_by_scores(rows, 30, classes, 1),
                          test = labelled_by_scores(60, 30, classes, 2);
      expect_same({{"type", "dense_tron"}, {"C", 0.7}}, view(train), test.x.view());
      expect_same(
          {{"type", "dense_tron"}, {"C", 0.7}, {"features", "streamed"}, {"class_weight", "balanced"}},
          view(train), test.x.view());
    }
}

TEST(Ranks, TrainTheSameDenseTronOfSparseRows) {
  const Index n = 500, d = 400;
  LabeledMatrix train;
  train.x.d = d;
  for (Index i = 0; i < n; ++i) {
    // Half of the ranks' rows are denser than what alone decides for sparse ones.
    const Index step = i < n / 2 ? 8 : 50;
    for (Index j = i % step; j < d; j += step)
      train.x.push(j, static_cast<float>(std::sin(static_cast<double>(i * d + j))));
    train.x.end_row();
    train.y.push_back(std::sin(static_cast<double>(i * d + i % step)) > 0 ? 1.0f : -1.0f);
  }
  expect_same({{"type", "dense_tron"}}, view(train), train.x.view().slice(0, 50));
}

TEST(Ranks, MaySeeOneClassAlone) {
  for (const int classes : {2, 4}) {
    const LabeledMatrix train = sorted_by_label(labelled_by_scores(400, 10, classes, 1)),
                        test = labelled_by_scores(60, 10, classes, 2);
    expect_same({{"type", "dense_tron"}}, view(train), test.x.view());
    expect_same({{"type", "falkon"}, {"landmarks", 40}, {"lambda", 1e-4}}, view(train), test.x.view(), 1e-6);
  }
}

TEST(Ranks, TrainTheSameFalkon) {
  const LabeledMatrix train = with_targets(900, 6, 1), test = with_targets(50, 6, 2);
  const DenseMatrix dense = to_dense(train.x);
  const Json learner = {{"type", "falkon"}, {"predicts", "targets"}, {"landmarks", 60}, {"lambda", 1e-4}};
  expect_same(learner, targets_view(train), test.x.view(), 1e-6);
  expect_same(learner, {dense.view(), train.y, Task::regression}, test.x.view(), 1e-6);
}

TEST(Ranks, CountTheWeightsOfTheirRows) {
  const LabeledMatrix classes = labelled_by_scores(500, 12, 2, 1), targets = with_targets(500, 12, 1);
  std::vector<double> weights;
  for (int i = 0; i < 500; ++i) weights.push_back(0.25 * (i % 7));
  const auto weighted = [&](LabeledRows rows) {
    rows.weights = weights;
    return rows;
  };
  const Rows test = classes.x.view().slice(0, 40);
  expect_same({{"type", "dense_tron"}}, weighted(view(classes)), test);
  expect_same({{"type", "ridge"}}, weighted(targets_view(targets)), test);
  expect_same({{"type", "falkon"}, {"landmarks", 40}, {"lambda", 1e-3}}, weighted(view(classes)), test, 1e-6);
}

TEST(Ranks, CountClassesInTheOrderOfTheFirstRows) {
  const std::vector<float> y = {-1, -1, 1, 7, 1, -1};
  ThreadRanks::run(3, [&](const Communicator& ranks) {
    const RowShare share = share_of(6, ranks);
    const auto classes =
        count_classes(std::span(y).subspan(static_cast<std::size_t>(share.begin), 2), {}, ranks);
    ASSERT_EQ(classes.size(), 3U);
    EXPECT_EQ(classes[0].label, -1);
    EXPECT_EQ(classes[0].rows, 3);
    EXPECT_EQ(classes[1].label, 1);
    EXPECT_EQ(classes[2].label, 7);
  });
  const std::vector<float> alike = {2, 2, 2, 2};
  EXPECT_THAT(message_of<InputError>([&] {
                ThreadRanks::run(2, [&](const Communicator& ranks) {
                  count_classes(std::span(alike).subspan(0, 2), {}, ranks);
                });
              }),
              HasSubstr("all 4 training rows have the label 2"));
}

TEST(Ranks, RefuseRowsThatAreTooFew) {
  const LabeledMatrix train = with_targets(3, 2, 1);
  for (const Json& learner : {Json{{"type", "ridge"}}, Json{{"type", "falkon"}, {"predicts", "targets"}}})
    EXPECT_THAT(message_of<Error>([&] {
                  answer_of_ranks(LearnerSpec::parse(learner), targets_view(train), train.x.view(), 4);
                }),
                HasSubstr("has no training rows"));
}

TEST(Ranks, AreForLearnersThatSumOverRows) {
  EXPECT_THAT(message_of<Error>([] {
                ThreadRanks::run(2, [](const Communicator& ranks) {
                  LearnerSpec({{"type", "libsvm"}}).make(kernel, 1, ranks);
                });
              }),
              HasSubstr("libsvm does not train on rows that are divided"));
  std::vector<std::string> dividing;
  for (const LearnerKind& kind : learner_kinds())
    if (kind.divides) dividing.push_back(kind.type);
  EXPECT_THAT(dividing, testing::UnorderedElementsAre("dense_tron", "falkon", "ridge"));
}

}  // namespace
}  // namespace sketchbench
