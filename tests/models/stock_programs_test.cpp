// Models by the libraries' learners predict what the libraries' own programs predict with the same
// parameters, also once they were saved and read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sketchbench/learners/metrics.hpp>
#include <sketchbench/models/model_file.hpp>
#include "learners/stock_tools.hpp"
#include "models/sample_models.hpp"

namespace sketchbench {
namespace {

std::vector<float> kept_predictions(const LabeledMatrix& train, const LabeledMatrix& test,
                                    const ModelRequest& request) {
  const TrainedModel model = parse_model(model_bytes(train_model(view(train), request)), "a.model");
  return model.predict(test.x.view());
}

TEST(LiblinearsPrograms, PredictWhatAKeptModelPredicts) {
  for (const int classes : {2, 4})
    for (const double C : {0.1, 1.0, 10.0}) {
      const LabeledMatrix train = labelled_by_scores(300, 10, classes, 1),
                          test = labelled_by_scores(200, 10, classes, 2);
      const std::vector<float> stock =
          run_stock_liblinear(fmt::format("-s 2 -c {}", C), view(train), view(test)).labels;
      const std::vector<float> ours =
          kept_predictions(train, test, {.learner = {{"type", "liblinear"}, {"C", C}}});
      EXPECT_EQ(ours, stock) << classes << " classes, C = " << C;
      // The same method and stopping rule: the decision of a row that is nearly a tie can differ by rounding.
      const std::vector<float> dense =
          kept_predictions(train, test, {.learner = {{"type", "dense_tron"}, {"C", C}}});
      EXPECT_NEAR(percent_correct(dense, test.y), percent_correct(stock, test.y), 0.5);
    }
}

TEST(LibsvmsPrograms, PredictWhatAKeptModelPredicts) {
  for (const int classes : {2, 4})
    for (const double C : {0.1, 1.0}) {
      const LabeledMatrix train = labelled_by_scores(200, 8, classes, 1),
                          test = labelled_by_scores(200, 8, classes, 2);
      const std::vector<float> stock =
          run_stock_libsvm(fmt::format("-t 1 -d 2 -g 1 -r 1 -c {}", C), view(train), view(test)).labels;
      const Kernel kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
      const auto with = [&](const char* type) {
        return kept_predictions(train, test, {.kernel = kernel, .learner = {{"type", type}, {"C", C}}});
      };
      // svm-train writes support vectors with eight digits: a row in two hundred may be that near to a tie.
      EXPECT_NEAR(percent_correct(with("libsvm"), test.y), percent_correct(stock, test.y), 0.5);
      EXPECT_NEAR(percent_correct(with("block_smo"), test.y), percent_correct(stock, test.y), 1);
    }
}

}  // namespace
}  // namespace sketchbench
