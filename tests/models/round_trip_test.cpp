// A model that was saved and read predicts what it predicted, bit for bit: of every learner and of every map.
#include <gtest/gtest.h>

#include <sketchbench/models/model_file.hpp>
#include "models/sample_models.hpp"

namespace sketchbench {
namespace {

constexpr Index row_width = 6;

void expect_same(const TrainedModel& before, const TrainedModel& after, const Rows& x) {
  EXPECT_EQ(before.features(), after.features());
  EXPECT_EQ(before.classes(), after.classes());
  EXPECT_EQ(before.task(), after.task());
  EXPECT_EQ(before.scores(x), after.scores(x));
  EXPECT_EQ(before.predict(x), after.predict(x));
  EXPECT_EQ(after.scores(x, 3), after.scores(x)) << "threads";
  ASSERT_EQ(before.has_probabilities(), after.has_probabilities());
  if (before.has_probabilities()) {
    EXPECT_EQ(before.probabilities(x), after.probabilities(x));
  }
}

/// Also that what was read is written as it was.
void expect_round_trip(const TrainedModel& model, const Rows& x) {
  const std::string bytes = model_bytes(model);
  const TrainedModel again = parse_model(bytes, "a.model");
  expect_same(model, again, x);
  EXPECT_TRUE(model_bytes(again) == bytes);
}

TEST(EveryLearner, HasModelsThatComeBackFromTheirBytes) {
  for (const LearnerKind& kind : learner_kinds())
    for (const Task task : {Task::classification, Task::regression})
      for (const int classes : {2, 3}) {
        const bool has = task == Task::classification ? !kind.classifiers.empty() : !kind.regressors.empty();
        if (!has || (task == Task::regression && classes == 3)) continue;
        LearnerSpec learner(kind);
        // A learner for both tasks tells them by its own key.
        if (learner.task() != task && kind.type == "liblinear")
          learner = {{"type", kind.type}, {"solver", 11}};
        if (learner.task() != task) learner = {{"type", kind.type}, {"predicts", "targets"}};
        ASSERT_EQ(learner.task(), task);
        SCOPED_TRACE(kind.type + " with " + std::to_string(classes));
        ASSERT_NE(kind.restore, nullptr);
        const LabeledMatrix rows = test::rows_for(task, 80, row_width, 1, classes),
                            others = test::rows_for(task, 70, row_width, 2, classes);
        const DenseMatrix dense = to_dense(rows.x);
        const ModelRequest request{.kernel = test::kernel_for(kind), .learner = learner};
        expect_round_trip(train_model(test::view_for(task, rows), request), others.x.view());
        expect_round_trip(train_model({dense.view(), rows.y, task}, request), others.x.view());
      }
}

TEST(EverySolverOfClasses, ComesBackFromItsBytes) {
  for (int solver = 0; solver <= 7; ++solver)
    for (const int classes : {2, 4})
      for (const double bias : {-1.0, 1.0}) {
        SCOPED_TRACE(solver);
        const LabeledMatrix rows = labelled_by_scores(80, row_width, classes, 1),
                            others = labelled_by_scores(50, row_width, classes, 2);
        const TrainedModel model =
            train_model(view(rows), {.learner = {{"type", "liblinear"}, {"solver", solver}, {"bias", bias}}});
        EXPECT_EQ(model.has_probabilities(), solver == 0 || solver == 6 || solver == 7);
        expect_round_trip(model, others.x.view());
      }
}

TEST(EveryMap, ComesBackWithALinearLearner) {
  const LabeledMatrix rows = labelled_by_scores(90, row_width, 3, 1),
                      others = labelled_by_scores(40, row_width, 3, 2);
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    int kernels = 0;
    std::vector<Kernel> all = Kernel::one_of_each_family();
    all.push_back(PolynomialKernel{.degree = 2, .coef0 = 1});
    for (const Kernel& kernel : all) {
      auto request = test::request_with_map(kind, kernel, rows, 12);
      if (!request) continue;
      SCOPED_TRACE(kind.name + " of " + kernel.display());
      ++kernels;
      request->learner = {{"type", "dense_tron"}};
      request->seed = 5;
      expect_round_trip(train_model(view(rows), *request), others.x.view());
    }
    EXPECT_GT(kernels, 0) << kind.name;
  }
}

TEST(StreamedFeatures, GiveAModelThatComesBack) {
  const LabeledMatrix rows = labelled_by_scores(90, row_width, 2, 1),
                      others = labelled_by_scores(40, row_width, 2, 2);
  ModelRequest request{.map = "tensor_sketch",
                       .D = 16,
                       .kernel = PolynomialKernel{.degree = 2, .coef0 = 1},
                       .learner = {{"type", "dense_tron"}, {"features", "streamed"}}};
  expect_round_trip(train_model(view(rows), request), others.x.view());
}

TEST(AMapsParameters, AreKept) {
  const LabeledMatrix rows = labelled_by_scores(90, row_width, 2, 1),
                      others = labelled_by_scores(40, row_width, 2, 2);
  const ModelRequest request{.map = "tefm_g",
                             .D = 10,
                             .map_parameters = {{"q", 2}},
                             .kernel = GaussianKernel{.sigma = 2.0},
                             .learner = {{"type", "dense_tron"}}};
  const TrainedModel model = train_model(view(rows), request);
  expect_round_trip(model, others.x.view());
  ModelRequest plain = request;
  plain.map_parameters.clear();
  EXPECT_NE(train_model(view(rows), plain).scores(others.x.view()), model.scores(others.x.view()));
}

TEST(Sigmoids, AreKept) {
  for (const int classes : {2, 3, 4})
    for (const char* type : {"dense_tron", "block_smo"}) {
      const LabeledMatrix rows = labelled_by_scores(150, row_width, classes, 1),
                          others = labelled_by_scores(40, row_width, classes, 2);
      const TrainedModel model = train_model(view(rows), {.kernel = PolynomialKernel{.degree = 2, .coef0 = 1},
                                                          .learner = {{"type", type}},
                                                          .probabilities = true});
      EXPECT_TRUE(model.has_probabilities());
      expect_round_trip(model, others.x.view());
    }
}

// Beyond what a double holds exactly.
TEST(TheLargestSeed, IsKept) {
  const LabeledMatrix rows = labelled_by_scores(60, row_width, 2, 1);
  const ModelRequest request{.map = "rks",
                             .D = 10,
                             .kernel = GaussianKernel{.sigma = 2.0},
                             .learner = {{"type", "dense_tron"}},
                             .seed = UINT64_MAX};
  const TrainedModel model = train_model(view(rows), request);
  EXPECT_EQ(parse_model(model_bytes(model), "a.model").state().request.seed, UINT64_MAX);
  expect_round_trip(model, rows.x.view());
}

}  // namespace
}  // namespace sketchbench
