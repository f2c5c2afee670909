// Training and predicting by the library: what is refused, and what follows from a request.
#include <sketchbench/models/trained_model.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/learners/weight_model.hpp>
#include "models/sample_models.hpp"
#include "support/temporary_folder.hpp"
#include "support/wrong_columns.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

std::string refusal(const LabeledRows& rows, const ModelRequest& request) {
  return message_of<InputError>([&] { train_model(rows, request); });
}

TEST(ATrainedModel, IsTheLearnersOnTheMapsFeatures) {
  const LabeledMatrix rows = labelled_by_scores(100, 5, 3, 1), others = labelled_by_scores(50, 5, 3, 2);
  const Kernel kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
  const TrainedModel model = train_model(
      view(rows),
      {.map = "tensor_sketch", .D = 20, .kernel = kernel, .learner = {{"type", "dense_tron"}}, .seed = 3});
  const auto map = make_feature_map("tensor_sketch", {.d_in = 5, .kernel = kernel, .D = 20, .seed = 3});
  DenseMatrix z(100, 20), z_others(50, 20);
  map->transform(rows.x.view(), z);
  map->transform(others.x.view(), z_others);
  const Trained trained =
      LearnerSpec(find_learner("dense_tron")).make(kernel, 1)->train({z.view(), rows.y}, 3);
  EXPECT_EQ(model.scores(others.x.view()), trained.model->scores(z_others.view()));
  EXPECT_EQ(model.predict(others.x.view()), trained.model->predict(z_others.view()));
  EXPECT_THAT(model.classes(), testing::UnorderedElementsAre(3, 4, 5));
}

TEST(ATrainedModel, TakesSigmaFromItsRowsWhereARuleSaysSo) {
  const LabeledMatrix rows = labelled_by_scores(100, 5, 2, 1);
  ModelRequest request{.map = "rks",
                       .D = 20,
                       .kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::median)},
                       .learner = {{"type", "dense_tron"}}};
  const TrainedModel model = train_model(view(rows), request);
  EXPECT_EQ(model.state().request.kernel,
            request.kernel.with_sigma(median_distance(request.kernel, rows.x.view())));
}

TEST(ATrainedModel, RefusesRowsOfAnotherShape) {
  const LabeledMatrix rows = labelled_by_scores(30, 5, 2, 1), wide = labelled_by_scores(3, 6, 2, 1);
  for (const char* type : {"dense_tron", "liblinear", "libsvm", "block_smo"}) {
    const TrainedModel model = train_model(view(rows), {.learner = {{"type", type}}});
    EXPECT_THAT(message_of<InputError>([&] { model.predict(wide.x.view()); }),
                AllOf(HasSubstr("6 features"), HasSubstr("expected 5")))
        << type;
  }
}

TEST(ATrainedModel, RefusesColumnsThatThereAreNotWithTheirRow) {
  const LabeledMatrix rows = labelled_by_scores(30, 3, 2, 1);
  const Kernel kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
  for (const ModelRequest& request :
       {ModelRequest{.learner = {{"type", "dense_tron"}}},
        ModelRequest{.kernel = kernel, .learner = {{"type", "libsvm"}}},
        ModelRequest{.map = "tensor_sketch", .D = 8, .kernel = kernel, .learner = {{"type", "liblinear"}}},
        ModelRequest{
            .map = "nystrom_uniform", .D = 8, .kernel = kernel, .learner = {{"type", "liblinear"}}}}) {
    const TrainedModel model = train_model(view(rows), request);
    for (const auto& [x, says] : testing_support::wrong_columns(3)) {
      CsrMatrix many;  // the wrong row is far behind the first block
      many.d = 3;
      for (int i = 0; i < 5000; ++i) many.end_row();
      for (std::size_t k = 1; k < x.column.size(); ++k)
        if (static_cast<std::int64_t>(k) < x.row_start[2]) many.push(x.column[k], 1);
      many.end_row();
      EXPECT_THAT(message_of<InputError>([&] { model.predict(x.view()); }), HasSubstr(says));
      EXPECT_THAT(message_of<InputError>([&] { model.scores(x.view()); }), HasSubstr(says));
      EXPECT_THAT(message_of<InputError>([&] { model.predict(many.view()); }),
                  HasSubstr("row 5001 has column"));
    }
  }
  for (const auto& [x, says] : testing_support::wrong_columns(3)) {
    const std::vector<float> y = {1, -1, 1};
    for (const char* map : {"", "tensor_sketch", "nystrom_uniform"})
      EXPECT_THAT(refusal({x.view(), y, Task::classification},
                          {.map = map, .D = 2, .kernel = kernel, .learner = {{"type", "dense_tron"}}}),
                  HasSubstr(says));
  }
}

TEST(ATrainedModel, NamesARowWhoseScoreIsNotFinite) {
  const LabeledMatrix rows = labelled_by_scores(30, 2, 2, 1);
  const TrainedModel model = train_model(view(rows), {.map = "tensor_sketch",
                                                      .D = 4,
                                                      .kernel = PolynomialKernel{.degree = 4, .coef0 = 1},
                                                      .learner = {{"type", "dense_tron"}}});
  CsrMatrix x;
  x.d = 2;
  x.push(0, 1);
  x.end_row();
  x.push(0, 1e30f);
  x.end_row();
  EXPECT_THAT(message_of<InputError>([&] { model.predict(x.view()); }), HasSubstr("row 2"));
}

TEST(ARequest, ThatDoesNotGoTogetherIsRefused) {
  const LabeledMatrix rows = labelled_by_scores(30, 5, 2, 1), targets = with_targets(30, 5, 1);
  const Kernel gaussian = GaussianKernel{.sigma = 1.0};
  EXPECT_THAT(
      refusal(view(rows),
              {.map = "tensor_sketch", .D = 5, .kernel = gaussian, .learner = {{"type", "dense_tron"}}}),
      AllOf(HasSubstr("tensor_sketch"), HasSubstr("it supports: polynomial")));
  EXPECT_THAT(refusal(view(rows), {.map = "tensor_sketch", .D = 5, .learner = {{"type", "libsvm"}}}),
              HasSubstr("the kernel itself"));
  EXPECT_THAT(refusal(view(rows), {.map = "tensor_sketch", .learner = {{"type", "dense_tron"}}}),
              HasSubstr("D is 0"));
  EXPECT_THAT(refusal(view(rows), {.learner = {{"type", "ridge"}}}), HasSubstr("ridge predicts targets"));
  EXPECT_THAT(refusal(targets_view(targets), {.learner = {{"type", "dense_tron"}}}),
              HasSubstr("dense_tron classifies"));
  EXPECT_THAT(refusal(targets_view(targets), {.learner = {{"type", "ridge"}}, .probabilities = true}),
              HasSubstr("probabilities are for classes"));
  EXPECT_THAT(refusal(view(rows), {.map = "tefm_g",
                                   .D = 4,
                                   .map_parameters = {{"r", 2}},
                                   .kernel = gaussian,
                                   .learner = {{"type", "dense_tron"}}}),
              HasSubstr("\"parameters.r\""));
}

/// Says of each call which rows it was for.
class WatchedMap final : public FeatureMap {
 public:
  explicit WatchedMap(std::shared_ptr<const FeatureMap> map, std::vector<Index>& calls)
      : FeatureMap(map->d_in(), map->d_out()), map_(std::move(map)), calls_(calls) {}
  void transform(const Rows& x, MatrixRef z, int threads) const override {
    calls_.push_back(x.size());
    map_->transform(x, z, threads);
  }
  std::size_t memory_bytes() const override { return map_->memory_bytes(); }

 private:
  std::shared_ptr<const FeatureMap> map_;
  std::vector<Index>& calls_;
};

TEST(ATrainedModel, TellsPredictionsAndNumbersFromOnePassInBlocks) {
  constexpr Index n = 10'000;
  const LabeledMatrix rows = labelled_by_scores(200, 5, 3, 1), others = labelled_by_scores(n, 5, 3, 2);
  const Kernel kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
  const ModelRequest request{.map = "tensor_sketch",
                             .D = 20,
                             .kernel = kernel,
                             .learner = {{"type", "dense_tron"}},
                             .probabilities = true};
  const TrainedModel model = train_model(view(rows), request);
  const ModelState& state = model.state();
  std::vector<Index> calls;
  const TrainedModel watched({.request = state.request,
                              .features = state.features,
                              .training_rows = state.training_rows,
                              .map = std::make_shared<WatchedMap>(state.map, calls),
                              .model = WeightModel::restore(*state.model->parts(), 20),
                              .sigmoids = state.sigmoids});
  using Numbers = TrainedModel::Numbers;
  for (const Numbers numbers : {Numbers::none, Numbers::scores, Numbers::probabilities}) {
    calls.clear();
    std::vector<float> predicted;
    std::vector<double> told_numbers;
    watched.tell(others.x.view(), numbers, 2, [&](const RowAnswers& answers) {
      EXPECT_EQ(answers.first_row, std::ssize(predicted));
      EXPECT_LE(std::ssize(answers.predicted), 4096);
      predicted.insert(predicted.end(), answers.predicted.begin(), answers.predicted.end());
      told_numbers.insert(told_numbers.end(), answers.numbers.begin(), answers.numbers.end());
    });
    EXPECT_EQ(std::accumulate(calls.begin(), calls.end(), Index{0}), n) << "each row is mapped once";
    EXPECT_EQ(predicted, model.predict(others.x.view()));
    EXPECT_EQ(told_numbers, numbers == Numbers::none     ? std::vector<double>{}
                            : numbers == Numbers::scores ? model.scores(others.x.view())
                                                         : model.probabilities(others.x.view()));
  }
}

// Of 100 classes there are 4,950 pairs: 10 MB of scores for 256 rows.
TEST(ATrainedModel, HoldsNoMoreThanABlockOfScoresWithoutAMapAsWell) {
  LabeledMatrix rows = labelled_by_scores(400, 3, 2, 1);
  for (std::size_t i = 0; i < rows.y.size(); ++i) rows.y[i] = static_cast<float>(i % 100);
  const TrainedModel model = train_model(
      view(rows), {.kernel = PolynomialKernel{.degree = 2, .coef0 = 1}, .learner = {{"type", "block_smo"}}});
  ASSERT_EQ(model.outputs(), 4'950);
  Index told_rows = 0;
  model.tell(rows.x.view(), TrainedModel::Numbers::scores, 1, [&](const RowAnswers& answers) {
    EXPECT_LE(std::ssize(answers.predicted), 256);
    told_rows += std::ssize(answers.predicted);
  });
  EXPECT_EQ(told_rows, 400);
}

}  // namespace
}  // namespace sketchbench
