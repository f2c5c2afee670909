#include "experiments/regression/run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/metrics.hpp>
#include "experiments/accuracy/run.hpp"
#include "support/libsvm_dataset.hpp"
#include "support/local_paths.hpp"
#include "support/results.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;
using testing_support::record_with;
using testing_support::TemporaryFolder;

/// Three coordinates in [-1, 1]; the target is 2 + x1 x2 - x3^2: degree 2, and nothing that is linear.
std::string products(int rows, Seed seed) {
  RandomStream random(seed, "products");
  std::string text;
  for (int i = 0; i < rows; ++i) {
    double x[3];
    for (double& v : x) v = 2 * random.uniform() - 1;
    text += fmt::format("{} 1:{} 2:{} 3:{}\n", 2 + x[0] * x[1] - x[2] * x[2], x[0], x[1], x[2]);
  }
  return text;
}

class RegressionTest : public testing::Test {
 protected:
  RegressionTest() { context.paths = testing_support::local_paths(folder); }

  Cell cell(const Json& keys, const char* method = "tensor_sketch") {
    Cell result = on("products", products(400, 1), products(200, 2), 3);
    result.learner = LearnerSpec::parse(keys);
    result.method = method;
    if (method != std::string(exact_method)) {
      result.D = 64;
      result.seed = 3;
    }
    return result;
  }
  Cell on(const std::string& name, const std::string& train, const std::string& test, int features,
          Task task = Task::regression) {
    testing_support::add_libsvm_dataset(folder, name, train, test, features, "", task);
    Cell result;
    result.experiment = "regression";
    result.dataset.name = name;
    result.data_hash = prepare_dataset(result.dataset, context.paths).content_hash;
    result.kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
    return result;
  }
  Outcome run(const Cell& c) const { return regression_experiment().run(c, context); }
  static double value(const Outcome& outcome, const char* key) {
    return outcome.result.at(key).get<double>();
  }

  TemporaryFolder folder;
  RunContext context;
};

TEST_F(RegressionTest, MeasuresTheModelsErrorsOnTheTestPart) {
  const Cell c = cell({{"type", "ridge"}, {"lambda", 0.01}});
  const Outcome outcome = run(c);

  const auto dataset = open_dataset(c.dataset, context.paths);
  const auto map = make_feature_map(c.method, {.d_in = 3, .kernel = c.kernel, .D = c.D, .seed = *c.seed});
  DenseMatrix train(400, c.D), test(200, c.D);
  map->transform(dataset->train().x, train);
  map->transform(dataset->test().x, test);
  const auto trained =
      c.learner.make(c.kernel, 1)->train({train.view(), dataset->train().y, Task::regression}, 3);
  const std::vector<double> scores = trained.model->scores(test.view());
  const auto truth = dataset->test().y;
  EXPECT_DOUBLE_EQ(value(outcome, "rmse"), rmse(scores, truth));
  EXPECT_DOUBLE_EQ(value(outcome, "relative_rmse"), relative_rmse(scores, truth));
  EXPECT_DOUBLE_EQ(value(outcome, "r2"), r_squared(scores, truth));
  EXPECT_EQ(outcome.result.at("n_train"), 400);
  EXPECT_EQ(outcome.result.at("n_test"), 200);
  EXPECT_EQ(outcome.data.at("task"), "regression");
  EXPECT_FALSE(outcome.data.contains("classes"));
}

// 64 features span the 10 monomials of the kernel, so every learner can find the target; a linear kernel
// cannot.
TEST_F(RegressionTest, EveryRegressorLearnsWhatItsKernelCanSee) {
  for (const Json& keys :
       {Json({{"type", "ridge"}, {"lambda", 1e-4}}),
        Json({{"type", "liblinear"}, {"solver", 11}, {"C", 100}, {"p", 0}}),
        Json({{"type", "liblinear"}, {"solver", 12}, {"C", 100}, {"p", 0.001}}),
        Json({{"type", "liblinear"}, {"solver", 13}, {"C", 100}, {"p", 0.001}}),
        Json({{"type", "libsvm_svr"}, {"C", 100}, {"p", 0.001}}),
        Json({{"type", "ridge"}, {"lambda", "loo"}}), Json({{"type", "krr"}, {"lambda", "loo"}})}) {
    const bool exact = find_learner(keys.at("type").get<std::string>()).uses_kernel;
    Cell c = cell(keys, exact ? exact_method : "tensor_sketch");
    EXPECT_LT(value(run(c), "rmse"), 0.02) << keys;
    EXPECT_GT(value(run(c), "r2"), 0.99) << keys;
    c.kernel = PolynomialKernel{.degree = 1, .coef0 = 1};
    EXPECT_LT(value(run(c), "r2"), 0.1) << keys;
  }
}

TEST_F(RegressionTest, IsTheSameWithFeaturesThatAreRecomputedInEveryPass) {
  Cell c = cell({{"type", "ridge"}});
  const Outcome held = run(c);
  c.learner = c.learner.with("features", "streamed");
  const Outcome streamed = run(c);
  for (const char* key : {"rmse", "relative_rmse", "r2"})
    EXPECT_EQ(streamed.result.at(key), held.result.at(key));
  EXPECT_EQ(streamed.learner.at("objectives"), held.learner.at("objectives"));
}

TEST_F(RegressionTest, ARuleForSigmaIsTheNumberThatIsRecorded) {
  const std::vector<std::pair<Json, const char*>> cases = {
      {Json({{"type", "krr"}, {"lambda", 0.1}}), exact_method},
      {Json({{"type", "ridge"}, {"lambda", 0.1}}), "rks"}};
  for (const auto& [keys, method] : cases) {
    Cell c = cell(keys, method);
    c.kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::median)};
    const Outcome by_rule = run(c);
    c.kernel = c.kernel.with_sigma(value(by_rule, "sigma"));
    const Outcome by_number = run(c);
    EXPECT_FALSE(by_number.result.contains("sigma"));
    for (const char* key : {"rmse", "relative_rmse", "r2"})
      EXPECT_EQ(by_rule.result.at(key), by_number.result.at(key)) << method;
    EXPECT_EQ(by_rule.learner, by_number.learner) << method;
    c.kernel = c.kernel.with_sigma(2 * value(by_rule, "sigma"));
    EXPECT_NE(value(run(c), "rmse"), value(by_rule, "rmse")) << method;
  }
}

TEST_F(RegressionTest, RefusesTheOtherTaskBeforeAnyWork) {
  std::vector<std::string> phases;
  context.on_phase = [&](std::string_view phase) { phases.emplace_back(phase); };
  Cell wrong_learner = cell({{"type", "liblinear"}, {"solver", 2}});
  EXPECT_THAT(message_of<InputError>([&] { run(wrong_learner); }),
              AllOf(HasSubstr("liblinear with solver 2 classifies"),
                    HasSubstr("the data set products is for regression"),
                    HasSubstr("choose liblinear with solver 11, 12 or 13, ")));
  EXPECT_THAT(message_of<InputError>([&] { accuracy_experiment().run(wrong_learner, context); }),
              HasSubstr("classifies"));
  Cell wrong_data = cell({{"type", "ridge"}});
  const Cell classes = on("classes", "+1 1:1\n-1 2:1\n", "+1 1:1\n", 3, Task::classification);
  wrong_data.dataset = classes.dataset;
  wrong_data.data_hash = classes.data_hash;
  EXPECT_THAT(message_of<InputError>([&] { run(wrong_data); }),
              AllOf(HasSubstr("ridge predicts targets"), HasSubstr("classes is for classification")));
  EXPECT_THAT(phases, testing::ElementsAre("load", "load", "load")) << "nothing was mapped or trained";
}

TEST_F(RegressionTest, RefusesMeasuresThatAreNotDefined) {
  const auto refusal_of = [&](const char* test) {
    Cell c = cell({{"type", "ridge"}});
    const Cell data = on("constant" + std::to_string(test[0]), "1 1:1\n2 2:1\n3 3:1\n", test, 3);
    c.dataset = data.dataset;
    c.data_hash = data.data_hash;
    return message_of<InputError>([&] { run(c); });
  };
  EXPECT_THAT(refusal_of("5 1:1\n5 2:1\n"), HasSubstr("all targets of the test part are 5"));
  EXPECT_THAT(refusal_of("0 1:1\n0 2:1\n"), HasSubstr("all targets of the test part are 0"));
}

TEST_F(RegressionTest, AResultThatCannotBeIsRefused) {
  const Json good = {{"rmse", 0.5}, {"relative_rmse", 0.25}, {"r2", 0.75}, {"n_train", 10}, {"n_test", 5}};
  const auto check = [](const Json& result) { record_with(regression_experiment(), result); };
  EXPECT_NO_THROW(check(good));
  EXPECT_EQ(regression_experiment().headline(record_with(regression_experiment(), good)),
            "RMSE 0.5, R² 0.7500");
  const auto with = [&](const char* key, const Json& value) {
    Json wrong = good;
    wrong[key] = value;
    return [=] { check(wrong); };
  };
  const double nan = std::nan("");
  for (const auto& [key, bad] : std::vector<std::pair<const char*, double>>{{"rmse", -1},
                                                                            {"rmse", nan},
                                                                            {"rmse", HUGE_VAL},
                                                                            {"relative_rmse", -0.1},
                                                                            {"relative_rmse", nan},
                                                                            {"r2", 1.5},
                                                                            {"r2", nan},
                                                                            {"r2", -HUGE_VAL},
                                                                            {"n_test", 0}})
    EXPECT_THAT(with(key, bad), testing::ThrowsMessage<InputError>(HasSubstr(key))) << bad;
  Json worse = good;
  worse["r2"] = -3.5;
  EXPECT_NO_THROW(check(worse)) << "worse than the mean is possible";
  for (const char* key : {"rmse", "relative_rmse", "r2"}) {
    Json lacking = good;
    lacking.erase(key);
    EXPECT_THROW(check(lacking), InputError) << key;
  }
}

TEST_F(RegressionTest, ACellIsWhatItsDescriptionSays) {
  for (const Json& keys : {Json({{"type", "ridge"}}), Json({{"type", "liblinear"}, {"solver", 13}})}) {
    const Cell c = cell(keys);
    EXPECT_EQ(cell_id(describe(parse_cell(describe(c)))), cell_id(describe(c)));
  }
  EXPECT_GT(regression_experiment().estimate(cell({{"type", "ridge"}}), {.n_train = 1000, .d = 3}).bytes, 0);
}

}  // namespace
}  // namespace sketchbench
