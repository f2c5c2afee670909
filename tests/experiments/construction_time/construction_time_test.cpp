#include "experiments/construction_time/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include "support/libsvm_dataset.hpp"
#include "support/local_paths.hpp"
#include "support/results.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::SizeIs;
using testing_support::message_of;
using testing_support::read_result;
using testing_support::record_with;
using testing_support::TemporaryFolder;

/// 60 points; row i has the values 1 and i + 2, so that rows can be told apart.
std::string numbered_rows() {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += (i % 2 == 0 ? "+1" : "-1") + (" 1:1 3:" + std::to_string(i + 2)) + "\n";
  return text;
}

class ConstructionTimeTest : public testing::Test {
 protected:
  ConstructionTimeTest() {
    context.paths = testing_support::local_paths(folder);
    testing_support::add_libsvm_dataset(folder, "numbered", numbered_rows(), "+1 1:1\n", 3);
    folder.write("datasets/any.json", R"({
      "name": "any", "title": "Any", "citation": "nobody", "licence": "CC0",
      "sources": [{"name": "generated", "generator": {"type": "uniform", "rows": 50, "features": 8, "seed": 5}}],
      "splits": [{"name": "fifth", "kind": "random", "parts": ["all"], "test_share": 0.2, "seed": 1}]})");
  }

  Cell cell(const std::string& dataset, const std::string& method, Index rows, int repeats) {
    Cell result;
    result.experiment = "construction_time";
    result.dataset.name = dataset;
    result.data_hash = prepare_dataset(result.dataset, context.paths).content_hash;
    result.kernel = PolynomialKernel{.degree = 4, .coef0 = 1};
    result.method = method;
    result.D = 32;
    result.parameters = {{"rows", rows}, {"repeats", repeats}};
    return result;
  }
  Outcome run(const Cell& what) const { return construction_time_experiment().run(what, context); }
  Resources estimate(const Cell& what) const {
    return construction_time_experiment().estimate(what, prepare_dataset(what.dataset, context.paths));
  }

  TemporaryFolder folder;
  RunContext context;
};

ParameterValues parameters_from(const Json& given) {
  StrictObject object(given, "test");
  ParameterValues parameters = construction_time_experiment().read_parameters(object);
  object.finish();
  return parameters;
}

TEST(ConstructionTimeParameters, HaveDefaultsAndLimits) {
  EXPECT_EQ(parameters_from(Json::object()), (ParameterValues{{"rows", 10'000}, {"repeats", 7}}));
  EXPECT_EQ(parameters_from({{"rows", 50}}), (ParameterValues{{"rows", 50}, {"repeats", 7}}));
  EXPECT_THAT(message_of<InputError>([] { parameters_from({{"repeats", 0}}); }), HasSubstr("repeats"));
  EXPECT_THAT(message_of<InputError>([] { parameters_from({{"row", 50}}); }), HasSubstr("\"rows\""));
}

TEST(ConstructionTimeParameters, AreNeverMoreInAQuickRun) {
  ParameterValues many = {{"rows", 10'000}, {"repeats", 7}}, few = {{"rows", 10}, {"repeats", 2}};
  construction_time_experiment().apply_quick_limits(many);
  construction_time_experiment().apply_quick_limits(few);
  EXPECT_EQ(many, (ParameterValues{{"rows", 2000}, {"repeats", 3}}));
  EXPECT_EQ(few, (ParameterValues{{"rows", 10}, {"repeats", 2}}));
}

TEST_F(ConstructionTimeTest, KeepsEveryRepeatByBothClocksAndItsOrderStatistics) {
  for (const char* data : {"numbered", "any"})
    for (const char* method : {"tensor_sketch", "random_maclaurin_published"}) {
      const Json result = run(cell(data, method, 40, 5)).result;
      for (const char* phase : {"build", "transform", "total"})
        for (const char* clock : {"cpu", "wall"})
          EXPECT_THAT(result.at(phase).at(clock).get<std::vector<double>>(), AllOf(SizeIs(5), Each(Gt(0.0))));
      for (std::size_t r = 0; r < 5; ++r)
        EXPECT_NEAR(
            result.at("build").at("cpu")[r].get<double>() + result.at("transform").at("cpu")[r].get<double>(),
            result.at("total").at("cpu")[r].get<double>(), 1e-12);
      const ConstructionTime time = read_result<ConstructionTime>(result);
      EXPECT_EQ(time.rows, 40);
      EXPECT_EQ(time.repeats, 5);
      std::vector<double> sorted = result.at("total").at("cpu").get<std::vector<double>>();
      std::sort(sorted.begin(), sorted.end());
      EXPECT_EQ(time.total.cpu_quartiles.min, sorted[0]);
      EXPECT_EQ(time.total.cpu_quartiles.q1, sorted[1]);
      EXPECT_EQ(time.total.cpu_quartiles.median, sorted[2]);
      EXPECT_EQ(time.total.cpu_quartiles.q3, sorted[3]);
    }
}

TEST_F(ConstructionTimeTest, ResultsThatReportsCannotUseAreRefused) {
  Json result = run(cell("any", "tensor_sketch", 40, 3)).result;
  EXPECT_NO_THROW(record_with(construction_time_experiment(), result));
  EXPECT_THAT(construction_time_experiment().headline(record_with(construction_time_experiment(), result)),
              HasSubstr("median "));
  for (const char* key : {"rows", "repeats", "build", "total"}) {
    Json broken = result;
    broken.erase(key);
    EXPECT_THROW(record_with(construction_time_experiment(), broken), InputError) << key;
  }
  Json negative = result;
  negative["total"]["cpu"][0] = -1;
  EXPECT_THROW(record_with(construction_time_experiment(), negative), InputError);
  result["total"]["cpu_quartiles"]["median"] = "fast";
  EXPECT_THROW(record_with(construction_time_experiment(), result), InputError);
}

TEST_F(ConstructionTimeTest, WarmsUpBeforeItMeasures) {
  std::vector<std::string> phases;
  context.on_phase = [&](std::string_view phase) { phases.emplace_back(phase); };
  const Outcome outcome = run(cell("numbered", "tensor_sketch", 60, 2));
  EXPECT_THAT(phases, ElementsAre("load", "warm-up", "repeats"));
  EXPECT_EQ(outcome.data.at("n_train"), 60);
  EXPECT_EQ(outcome.data.at("d"), 3);
  // Infinities stop the first map that is applied, and that is the warm-up's.
  testing_support::add_libsvm_dataset(folder, "endless", "+1 1:1e30\n-1 2:1e30\n", "+1 3:1e30\n", 3);
  const Cell endless = cell("endless", "tensor_sketch", 2, 1);
  phases.clear();
  EXPECT_THROW(run(endless), Error);
  EXPECT_THAT(phases, ElementsAre("load", "warm-up"));
}

TEST_F(ConstructionTimeTest, MoreRowsThanThereAreAreRefusedBeforeAndInTheRun) {
  const Cell too_many = cell("numbered", "tensor_sketch", 61, 2);
  const auto complaint = AllOf(HasSubstr("\"rows\" is 61"), HasSubstr("numbered"), HasSubstr("60"));
  EXPECT_THAT(message_of<InputError>([&] { run(too_many); }), complaint);
  EXPECT_THAT(message_of<InputError>([&] { estimate(too_many); }), complaint);
}

TEST_F(ConstructionTimeTest, RefusesToTimeArithmeticOnInfinities) {
  testing_support::add_libsvm_dataset(folder, "huge", "+1 1:1e30\n-1 2:1e30\n", "+1 3:1e30\n", 3);
  EXPECT_THAT(message_of<Error>([&] { run(cell("huge", "tensor_sketch", 2, 1)); }),
              HasSubstr("beyond single precision"));
}

TEST_F(ConstructionTimeTest, EstimatesGrowWithTheWork) {
  const Resources small = estimate(cell("any", "tensor_sketch", 40, 2));
  Cell large = cell("any", "tensor_sketch", 40, 20);
  large.D = 32'000;
  EXPECT_GT(estimate(large).bytes - small.bytes, 40 * 31'000 * 4.0) << "at least the features";
  EXPECT_GT(estimate(large).seconds, small.seconds);
}

TEST_F(ConstructionTimeTest, TakesSigmaFromTheTrainingRowsWhereThereIsARule) {
  Cell what = cell("numbered", "rks", 60, 2);
  what.kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::median)};
  const Outcome outcome = run(what);
  const auto dataset = open_dataset(what.dataset, context.paths);
  EXPECT_EQ(outcome.result.at("sigma"), median_distance(what.kernel, dataset->train().x));
  EXPECT_THAT(outcome.result.at("total").at("cpu"), SizeIs(2));
}

}  // namespace
}  // namespace sketchbench
