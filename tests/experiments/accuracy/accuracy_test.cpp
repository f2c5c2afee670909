#include "experiments/accuracy/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/learners/learner.hpp>
#include <sketchbench/learners/metrics.hpp>
#include "support/libsvm_dataset.hpp"
#include "support/local_paths.hpp"
#include "support/temporary_folder.hpp"
#include "support/thread_starts.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing_support::counts_threads;
using testing_support::message_of;
using testing_support::TemporaryFolder;
using testing_support::ThreadStarts;

/// Three coordinates, labelled by the sign of x1 * x2 * x3: odd products, which no even kernel sees.
std::string octants(int rows, Seed seed) {
  RandomStream random(seed, "octants");
  std::string text;
  for (int i = 0; i < rows; ++i) {
    double product = 1;
    std::string values;
    for (int j = 1; j <= 3; ++j) {
      const double v = 2 * random.uniform() - 1;
      product *= v;
      values += " " + std::to_string(j) + ":" + std::to_string(v);
    }
    text += (product > 0 ? "+1" : "-1") + values + "\n";
  }
  return text;
}

class AccuracyTest : public testing::Test {
 protected:
  AccuracyTest() {
    context.paths = testing_support::local_paths(folder);
    testing_support::add_libsvm_dataset(folder, "octants", octants(500, 1), octants(500, 2), 3);
    cell.experiment = "accuracy";
    cell.dataset.name = "octants";
    cell.data_hash = prepare_dataset(cell.dataset, context.paths).content_hash;
    cell.kernel = PolynomialKernel{.degree = 3, .coef0 = 0};
  }

  LearnerSpec learner(const char* type) { return {{"type", type}, {"C", 100}}; }

  Cell mapped(const char* method, Index D, Seed seed) {
    Cell result = cell;
    result.method = method;
    result.D = D;
    result.seed = seed;
    result.learner = learner("liblinear");
    return result;
  }

  /// A cell with data of its own: rows in LIBSVM's format, two columns.
  Cell on(const std::string& name, const std::string& train, const std::string& test) {
    testing_support::add_libsvm_dataset(folder, name, train, test, 2);
    Cell result = mapped("tensor_sketch", 16, 1);
    result.dataset.name = name;
    result.data_hash = prepare_dataset(result.dataset, context.paths).content_hash;
    return result;
  }

  Cell exact() {
    Cell result = cell;
    result.method = exact_method;
    result.learner = learner("libsvm");
    return result;
  }

  TemporaryFolder folder;
  RunContext context;
  Cell cell;
};

TEST_F(AccuracyTest, IsTheShareOfTheModelsHitsOnTheTestPart) {
  const Cell c = mapped("tensor_sketch", 200, 3);
  const Outcome outcome = accuracy_experiment().run(c, context);

  const auto dataset = open_dataset(c.dataset, context.paths);
  const auto map = make_feature_map(c.method, {.d_in = 3, .kernel = c.kernel, .D = c.D, .seed = *c.seed});
  DenseMatrix train(500, c.D), test(500, c.D);
  map->transform(dataset->train().x, train);
  map->transform(dataset->test().x, test);
  const auto trained = c.learner.make(c.kernel, 1)->train({train.view(), dataset->train().y}, 3);
  const auto labels = trained.model->predict(test.view());
  int hits = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) hits += labels[i] == dataset->test().y[i] ? 1 : 0;
  EXPECT_DOUBLE_EQ(outcome.result.at("accuracy").get<double>(), hits / 5.0);
  const float first = static_cast<float>(trained.model->classes().front());
  EXPECT_DOUBLE_EQ(outcome.result.at("auc").get<double>(),
                   area_under_roc(trained.model->scores(test.view()), dataset->test().y, first));
  EXPECT_GT(outcome.result.at("auc").get<double>(), 0.9);
}

// LIBLINEAR's solver 1 goes through the rows in an order that it draws, and stops long before the minimum. No
// kernel machine draws: without a map, it stands for one that does.
TEST_F(AccuracyTest, MapAndLearnerDrawFromTheCellsSeed) {
  const LearnerSpec early = {{"type", "liblinear"}, {"solver", 1}, {"C", 10}, {"eps", 0.5}};
  const auto dataset = open_dataset(cell.dataset, context.paths);
  const auto learner_of = [&] { return early.make(cell.kernel, 1); };
  const auto of_features = [&](Seed of_map, Seed of_learner) {
    const auto map =
        make_feature_map("tensor_sketch", {.d_in = 3, .kernel = cell.kernel, .D = 50, .seed = of_map});
    DenseMatrix z(500, 50);
    map->transform(dataset->train().x, z);
    return learner_of()->train({z.view(), dataset->train().y}, of_learner).report.objectives;
  };
  const auto of_rows = [&](Seed seed) {
    return learner_of()->train(dataset->train(), seed).report.objectives;
  };
  ASSERT_NE(of_features(3, 3), of_features(3, 0));
  ASSERT_NE(of_features(3, 3), of_features(0, 3));
  ASSERT_NE(of_rows(3), of_rows(0));

  const auto objectives = [&](const Cell& c) {
    return accuracy_experiment().run(c, context).learner.at("objectives").get<std::vector<double>>();
  };
  Cell by_map = mapped("tensor_sketch", 50, 3), by_rows = exact();
  by_map.learner = by_rows.learner = early;
  by_rows.seed = 3;
  EXPECT_EQ(objectives(by_map), of_features(3, 3));
  EXPECT_EQ(objectives(by_rows), of_rows(3));
}

// Results do not tell how many threads worked for them.
TEST_F(AccuracyTest, EveryPhaseUsesTheThreadsThatItIsGiven) {
  if (!counts_threads) GTEST_SKIP() << "a sanitizer starts threads itself";
  Cell c = mapped("tensor_sketch", 50, 1);
  c.learner = learner("dense_tron");
  for (const int threads : {1, 3}) {
    std::map<std::string, int> started;
    std::string now;
    std::optional<ThreadStarts> starts;
    const auto next = [&](std::string_view phase) {
      if (starts) started[now] = starts->count();
      now = phase;
      starts.emplace();
    };
    context.threads = threads;
    context.on_phase = next;
    static_cast<void>(accuracy_experiment().run(c, context));
    next("end");
    EXPECT_EQ(started.at("map") > 0, threads > 1);
    EXPECT_EQ(started.at("train") > 0, threads > 1);
    // Two for the features of the 500 test rows, and one for the scores of two blocks of them.
    EXPECT_EQ(started.at("predict"), threads > 1 ? 3 : 0);
  }
}

TEST_F(AccuracyTest, IsTheSameWithFeaturesThatAreMadeAnewInEveryPass) {
  for (const char* method : {"tensor_sketch", "tensor_sketch_fast", "random_maclaurin_published"}) {
    Cell c = mapped(method, 64, 3);
    c.learner = learner("dense_tron");
    const Outcome held = accuracy_experiment().run(c, context);
    c.learner = c.learner.with("features", "streamed");
    const Outcome streamed = accuracy_experiment().run(c, context);
    EXPECT_EQ(streamed.result.at("accuracy"), held.result.at("accuracy")) << method;
    const auto objective = [](const Outcome& outcome) {
      return outcome.learner.at("objectives").at(0).get<double>();
    };
    EXPECT_NEAR(objective(streamed), objective(held), 1e-4 * objective(held)) << method;
  }
}

TEST_F(AccuracyTest, StreamedFeaturesAreNotInTheMemoryPlan) {
  const DatasetInfo huge{.n_train = 1'000'000'000};
  Cell c = mapped("tensor_sketch_fast", 1000, 1);
  c.learner = learner("dense_tron");
  const double held = accuracy_experiment().estimate(c, huge).bytes;
  c.learner = c.learner.with("features", "streamed");
  const double features = 4e12, workspaces = 1e9;  // what streaming takes instead does not grow with the rows
  EXPECT_NEAR(held - accuracy_experiment().estimate(c, huge).bytes, features, workspaces);
}

TEST_F(AccuracyTest, RowsThatArePassedOverAreNotInTheMemoryPlan) {
  const DatasetInfo huge{.n_train = 1'000'000, .d = 30'000, .nnz_train = 30'000'000'000};
  const auto planned = [&](const Cell& c) { return accuracy_experiment().estimate(c, huge).bytes; };
  Cell streamed = mapped("tensor_sketch_fast", 100, 1), passed = exact();
  streamed.learner = learner("dense_tron").with("features", "streamed");
  EXPECT_LT(planned(streamed), 2e9);
  for (const char* type : {"falkon", "sgd"}) {
    passed.learner = LearnerSpec(find_learner(type));
    EXPECT_LT(planned(passed), 2e9) << type;
  }
  passed.learner = learner("libsvm");
  EXPECT_GT(planned(passed), 8.0 * 30e9);
}

TEST_F(AccuracyTest, AMapOfTheRightKernelComesNearTheExactOne) {
  const double by_kernel = accuracy_experiment().run(exact(), context).result.at("accuracy").get<double>();
  EXPECT_GT(by_kernel, 90);
  // The cubic kernel of three coordinates has 10 distinct monomials, so 500 random features span it.
  for (const char* method : {"tensor_sketch", "random_maclaurin_restricted"}) {
    const double by_map =
        accuracy_experiment().run(mapped(method, 500, 1), context).result.at("accuracy").get<double>();
    EXPECT_NEAR(by_map, by_kernel, 5) << method;
  }
  Cell even = exact();
  even.kernel = PolynomialKernel{.degree = 2};  // sees x and -x alike, whose labels differ
  EXPECT_LT(accuracy_experiment().run(even, context).result.at("accuracy").get<double>(), 65);
}

TEST_F(AccuracyTest, TimesEveryPhaseAndSaysWhatItRead) {
  std::vector<std::string> phases;
  context.on_phase = [&](std::string_view phase) { phases.emplace_back(phase); };
  const Outcome outcome = accuracy_experiment().run(mapped("tensor_sketch", 50, 1), context);
  EXPECT_THAT(phases, testing::ElementsAre("load", "allocate", "map", "train", "predict"));
  for (const std::string& phase : phases) {
    EXPECT_GE(outcome.seconds.at(phase).at("wall").get<double>(), 0);
    EXPECT_GE(outcome.seconds.at(phase).at("cpu").get<double>(), 0);
  }
  EXPECT_EQ(outcome.data.at("n_train"), 500);
  EXPECT_EQ(outcome.data.at("content_hash"), cell.data_hash);
}

TEST_F(AccuracyTest, RefusesDataOtherThanPlanned) {
  Cell stale = exact();
  stale.data_hash = std::string(64, '0');
  EXPECT_THAT(message_of<Error>([&] { accuracy_experiment().run(stale, context); }),
              HasSubstr("has changed"));
}

TEST_F(AccuracyTest, FeaturesBeyondSinglePrecisionAreRefusedWithTheirPlaceWhereverTheyOccur) {
  const std::string usual = "+1 1:1\n-1 2:1\n", huge = "+1 1:1\n-1 2:1e30\n";
  const auto refusal_of = [&](const std::string& train, const std::string& test, const char* features) {
    Cell c = on("huge_in_" + std::string(&train == &huge ? "train" : "test"), train, test);
    c.learner = learner("dense_tron");
    if (features == std::string("streamed")) c.learner = c.learner.with("features", features);
    return message_of<InputError>([&] { accuracy_experiment().run(c, context); });
  };
  for (const char* features : {"held", "streamed"}) {
    const auto place_and_remedy = testing::AllOf(
        HasSubstr("mapped by tensor_sketch with D = 16: row 2, feature "),
        HasSubstr("beyond single precision"), HasSubstr("scale the data"), HasSubstr("lower the degree"));
    EXPECT_THAT(refusal_of(huge, usual, features),
                testing::AllOf(StartsWith("training rows"), place_and_remedy));
    EXPECT_THAT(refusal_of(usual, huge, features), testing::AllOf(StartsWith("test rows"), place_and_remedy));
  }
}

TEST_F(AccuracyTest, KernelsBeyondSinglePrecisionAreRefusedWithTheRowThatIsTooLong) {
  for (const char* type : {"libsvm", "block_smo"}) {
    Cell c = on("long_row", "+1 1:1\n-1 2:1e10\n", "+1 1:1\n");
    c.method = exact_method;
    c.learner = learner(type);
    EXPECT_THAT(message_of<InputError>([&] { accuracy_experiment().run(c, context); }),
                testing::AllOf(HasSubstr("⟨x,y⟩³ of training row 2"), HasSubstr("scale the data")))
        << type;
    Cell far = exact();
    far.learner = learner(type);
    far.kernel = PolynomialKernel{.degree = 3, .coef0 = 1e30};
    EXPECT_THAT(
        message_of<InputError>([&] { accuracy_experiment().run(far, context); }),
        testing::AllOf(HasSubstr("(1e+30+⟨x,y⟩)³ of training row"), HasSubstr("lower the degree or coef0")))
        << type;
  }
}

// exp(<x, y> / sigma^2) has products of every degree, and so it sees the octants that x1 x2 x3 tells apart.
TEST_F(AccuracyTest, AGaussianKernelMachineLearnsWhatItsKernelCanSee) {
  for (const char* type : {"libsvm", "block_smo"}) {
    Cell c = exact();
    c.kernel = GaussianKernel{0.5};
    c.learner = learner(type);
    EXPECT_GT(accuracy_experiment().run(c, context).result.at("accuracy").get<double>(), 85) << type;
    EXPECT_EQ(parse_cell(describe(c)).kernel, c.kernel);
  }
}

TEST_F(AccuracyTest, ATestRowThatScoresDecideNothingOfIsNamed) {
  for (const char* type : {"libsvm", "block_smo"}) {
    Cell c = on("far_test_row", "+1 1:1\n-1 2:1\n", "+1 1:1\n-1 2:1e38\n");
    c.method = exact_method;
    c.kernel = PolynomialKernel{.degree = 20};
    c.learner = learner(type);
    EXPECT_THAT(message_of<InputError>([&] { accuracy_experiment().run(c, context); }),
                testing::AllOf(StartsWith("test row 2: "), HasSubstr(type), HasSubstr("scale the data")));
  }
}

// Random Maclaurin as published leaves a feature at zero when the degree that it has drawn is not the
// kernel's: of a few features often all, and then w = 0 is the minimum.
TEST_F(AccuracyTest, FeaturesThatAreAllZeroGiveTheFirstClass) {
  for (const char* features : {"held", "streamed"}) {
    Cell c = mapped("random_maclaurin_published", 4, 1);
    c.kernel = PolynomialKernel{.degree = 20, .coef0 = 0};  // probability 2^-21 for a feature
    c.learner = learner("dense_tron");
    if (features == std::string("streamed")) c.learner = c.learner.with("features", features);
    const Outcome outcome = accuracy_experiment().run(c, context);
    EXPECT_EQ(outcome.learner.at("iterations"), 0);
    EXPECT_EQ(outcome.learner.at("converged"), true);
    const auto dataset = open_dataset(c.dataset, context.paths);
    const auto truth = dataset->test().y;
    EXPECT_DOUBLE_EQ(outcome.result.at("accuracy").get<double>(),
                     static_cast<double>(std::ranges::count(truth, -1.0f)) / 5.0);
  }
}

TEST_F(AccuracyTest, EstimatesGrowWithTheWork) {
  const DatasetInfo data = prepare_dataset(cell.dataset, context.paths);
  const auto estimate = accuracy_experiment().estimate;
  const Resources small = estimate(mapped("tensor_sketch", 100, 1), data);
  const Resources large = estimate(mapped("tensor_sketch", 10'000, 1), data);
  EXPECT_GT(large.bytes - small.bytes, 500 * 9'900 * 4.0);  // at least the features themselves
  EXPECT_GT(large.seconds, small.seconds);
}

}  // namespace
}  // namespace sketchbench
