#include <sketchbench/models/cross_validation.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/metrics.hpp>
#include <sketchbench/models/folds.hpp>
#include "models/sample_models.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

std::vector<ModelRequest> with_C(const ModelRequest& request, const std::vector<double>& values) {
  std::vector<ModelRequest> all;
  for (const double C : values) {
    all.push_back(request);
    Json learner = request.learner.to_json();
    learner["C"] = C;
    all.back().learner = LearnerSpec::parse(learner);
  }
  return all;
}

/// By its definition: a model for each fold, of nothing but the other folds' rows.
std::vector<double> by_hand(const LabeledRows& data, const ModelRequest& request, int k, Seed seed) {
  std::vector<double> scores;
  for (const Fold& fold : make_folds(data.y, data.task, k, seed)) {
    const ChosenRows train(data, fold.train), test(data, fold.test);
    const std::vector<float> predicted = train_model(train.view(), request).predict(test.view().x);
    scores.push_back(data.task == Task::classification
                         ? percent_correct(predicted, test.view().y)
                         : rmse(std::vector<double>(predicted.begin(), predicted.end()), test.view().y));
  }
  return scores;
}

// Also where candidates share features, and with a map and a sigma that are taken from the training rows.
TEST(CrossValidation, IsWhatItsDefinitionSays) {
  const LabeledMatrix rows = labelled_by_scores(120, 5, 3, 1);
  std::vector<ModelRequest> candidates = with_C({.map = "tensor_sketch",
                                                 .D = 15,
                                                 .kernel = PolynomialKernel{.degree = 2, .coef0 = 1},
                                                 .learner = {{"type", "dense_tron"}},
                                                 .seed = 4},
                                                {0.01, 1});
  for (ModelRequest& one : with_C({.map = "tefm_g",
                           .D = 10,
                           .kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::median)},
                           .learner = {{"type", "liblinear"}}},
                                  {0.1, 10}))
    candidates.push_back(one);
  candidates.push_back(
      {.kernel = PolynomialKernel{.degree = 2, .coef0 = 1}, .learner = {{"type", "block_smo"}}});
  candidates.push_back({.learner = {{"type", "dense_tron"}}});
  const std::vector<CandidateScore> scores = cross_validate(view(rows), candidates, 4, 9);
  ASSERT_EQ(scores.size(), candidates.size());
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    EXPECT_EQ(scores[c].of_fold, by_hand(view(rows), candidates[c], 4, 9)) << c;
    EXPECT_DOUBLE_EQ(scores[c].mean,
                     std::accumulate(scores[c].of_fold.begin(), scores[c].of_fold.end(), 0.0) / 4);
  }
}

TEST(CrossValidation, OfTargetsGivesErrors) {
  const LabeledMatrix rows = with_targets(100, 5, 1);
  const std::vector<ModelRequest> candidates = {{.learner = {{"type", "ridge"}, {"lambda", 0.1}}},
                                                {.learner = {{"type", "ridge"}, {"lambda", 1e4}}}};
  const std::vector<CandidateScore> scores = cross_validate(targets_view(rows), candidates, 5, 1);
  for (std::size_t c = 0; c < 2; ++c)
    EXPECT_EQ(scores[c].of_fold, by_hand(targets_view(rows), candidates[c], 5, 1));
  // All weights are near 0 with the larger lambda.
  EXPECT_LT(scores[0].mean, scores[1].mean);
  EXPECT_EQ(best_candidate(scores, Task::regression), 0u);
}

TEST(TheBestCandidate, HasTheBestMeanAndIsTheFirstOfEqualOnes) {
  const auto of = [](std::vector<double> means) {
    std::vector<CandidateScore> scores;
    for (const double mean : means) scores.push_back({{}, mean});
    return scores;
  };
  EXPECT_EQ(best_candidate(of({80, 90, 90, 85}), Task::classification), 1u);
  EXPECT_EQ(best_candidate(of({80, 90, 70, 70}), Task::regression), 2u);
}

TEST(CrossValidation, TellsOfEachModel) {
  const LabeledMatrix rows = labelled_by_scores(60, 5, 2, 1);
  const auto candidates = with_C({.learner = {{"type", "dense_tron"}}}, {0.1, 1, 10});
  std::vector<std::pair<std::size_t, std::size_t>> seen;
  std::size_t done = 0;
  const auto scores = cross_validate(view(rows), candidates, 2, 1, [&](const CrossValidationStep& step) {
    seen.emplace_back(step.fold, step.candidate);
    EXPECT_EQ(step.done, ++done);
    EXPECT_EQ(step.of, 6u);
  });
  using Pair = std::pair<std::size_t, std::size_t>;
  EXPECT_THAT(seen,
              testing::ElementsAre(Pair(0, 0), Pair(0, 1), Pair(0, 2), Pair(1, 0), Pair(1, 1), Pair(1, 2)));
}

TEST(CrossValidation, SaysWhichCandidateIsWrongAndRefusesMixedTasks) {
  const LabeledMatrix rows = with_targets(40, 5, 1);
  LabeledMatrix flat = rows;  // all rows are one: so are all values of the kernel matrix, which is singular
  for (float& value : flat.x.value) value = 0;
  const std::vector<ModelRequest> bad = {
      {.kernel = PolynomialKernel{.degree = 2, .coef0 = 1},
       .learner = {{"type", "krr"}, {"lambda", 1e-30}, {"intercept", false}}}};
  EXPECT_THAT(message_of<InputError>([&] { cross_validate(targets_view(flat), bad, 2, 1); }),
              AllOf(HasSubstr("fold 1 of 2"), HasSubstr("lambda")));
  const std::vector<ModelRequest> mixed = {{.learner = {{"type", "ridge"}}},
                                           {.learner = {{"type", "dense_tron"}}}};
  EXPECT_THAT(message_of<InputError>([&] { cross_validate(targets_view(rows), mixed, 2, 1); }),
              HasSubstr("different tasks"));
  EXPECT_THAT(message_of<InputError>([&] { cross_validate(targets_view(rows), {}, 2, 1); }),
              HasSubstr("no candidates"));
}

}  // namespace
}  // namespace sketchbench
