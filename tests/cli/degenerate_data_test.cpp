// Maps, kernels and learners on what they can do little or nothing with: each has a message and an exit code,
// or a result whose record says how it was come by, and never a number that is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include "cli/workbench.hpp"
#include "support/libsvm_dataset.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Ended;
using testing_support::Workbench;

constexpr int failed_cell = 1, wrong_input = 2;

/// Twelve rows, five of them distinct: one of zeros, and a third feature that is constant but for it.
constexpr const char* few_distinct =
    "1 1:0.5 2:0.25 3:7\n2 1:-0.5 3:7\n3 2:1 3:7\n4 1:1 2:1 3:7\n0\n"
    "1 1:0.5 2:0.25 3:7\n2 1:-0.5 3:7\n3 2:1 3:7\n4 1:1 2:1 3:7\n0\n1 1:0.5 2:0.25 3:7\n2 1:-0.5 3:7\n";
constexpr const char* all_equal =
    "1 1:0.3 2:0.7 3:0.1\n2 1:0.3 2:0.7 3:0.1\n3 1:0.3 2:0.7 3:0.1\n1 1:0.3 2:0.7 3:0.1\n5 1:0.3 2:0.7 "
    "3:0.1\n"
    "6 1:0.3 2:0.7 3:0.1\n7 1:0.3 2:0.7 3:0.1\n1 1:0.3 2:0.7 3:0.1\n9 1:0.3 2:0.7 3:0.1\n";
constexpr const char* one_row = "3 1:1 2:0.5\n";
constexpr const char* tests = "1 1:0.4 2:0.1 3:7\n2\n3 1:-1 3:7\n";  // the targets are 1, 2 and 3

Json method(const std::string& name, const Json& parameters = nullptr) {
  Json entry = {{"method", name}};
  if (!parameters.is_null()) entry["parameters"] = parameters;
  return entry;
}

/// Every map that estimates Gaussian kernels and needs nothing but a number of features.
Json all_maps() {
  Json methods = Json::array();
  for (const FeatureMapKind& kind : feature_map_kinds())
    if (kind.supports(GaussianKernel{1}) && kind.draws) methods.push_back(method(kind.name));
  return methods;
}

Json exact(const Json& learner) { return {{"method", "exact"}, {"learner", learner}}; }

double number(const Json& result, const char* key, const std::string& place) {
  const bool there = result.contains(key) && result.at(key).is_number();
  EXPECT_TRUE(there) << place << ": " << key << " in " << result;
  return there ? result.at(key).get<double>() : std::nan("");
}

/// Of a finished cell: the errors on the three test rows, which say the same in three ways.
void expect_numbers(const Json& record, const std::string& place) {
  const Json& result = record.at("result");
  const double rmse = number(result, "rmse", place), squares = 3 * rmse * rmse;
  EXPECT_GE(rmse, 0) << place;
  EXPECT_LT(rmse, 1e6) << place << ": targets are below 10";
  EXPECT_NEAR(number(result, "relative_rmse", place), std::sqrt(squares / (1 + 4 + 9)), 1e-9 * (1 + rmse))
      << place;
  EXPECT_NEAR(number(result, "r2", place), 1 - squares / 2, 1e-9 * (1 + squares)) << place;
  EXPECT_GE(number(result, "n_train", place), 1) << place;
  EXPECT_EQ(number(result, "n_test", place), 3) << place;
}

class DegenerateData : public testing::Test {
 protected:
  /// A regression on these rows; `keys` replace those of the configuration.
  Ended run(const std::string& train, const Json& keys) {
    testing_support::add_libsvm_dataset(bench.folder(), "little", train, tests, 3, "", Task::regression);
    Json config = {{"name", "little"},
                   {"experiment", "regression"},
                   {"seeds", 1},
                   {"learner", {{"type", "ridge"}}},
                   {"grid", {{{"dataset", "little"}, {"D", 4}}}},
                   {"kernels", {{{"kernel", "gaussian"}, {"sigma", 1}}}},
                   {"methods", {method("rks")}}};
    config.update(keys);
    bench.write("configs/little.json", config.dump(1));
    const Ended ended = bench.run({"run", "configs/little.json", "--mirror", "mirror"});
    for (const Json& record : finished()) expect_numbers(record, record.at("cell").dump());
    return ended;
  }
  /// All records of finished cells so far.
  std::vector<Json> finished() const {
    std::vector<Json> records;
    for (const std::string& file : bench.files("results/records"))
      if (Json record = parse_json(bench.read("results/records/" + file), file);
          record.at("status") == "done")
        records.push_back(std::move(record));
    return records;
  }
  void expect_refusal(const std::string& train, const Json& keys, int exit_code,
                      const testing::Matcher<const std::string&>& message) {
    const Ended ended = run(train, keys);
    EXPECT_EQ(ended.exit_code, exit_code) << keys << '\n' << ended.output;
    EXPECT_THAT(ended.output, message) << keys;
  }
  void expect_done(const std::string& train, const Json& keys) {
    const Ended ended = run(train, keys);
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    EXPECT_THAT(ended.output, HasSubstr("0 failed"));
  }

  Workbench bench;
};

TEST_F(DegenerateData, ParametersOutOfRangeAreToldBeforeAnythingRuns) {
  const auto gaussian = [](double sigma) -> Json {
    return {{"kernels", {{{"kernel", "gaussian"}, {"sigma", sigma}}}}};
  };
  for (const double sigma : {0.0, -1.0})
    expect_refusal(few_distinct, gaussian(sigma), wrong_input,
                   AllOf(HasSubstr("kernels[0].sigma"), HasSubstr("expected a number from 1e-30")));
  expect_refusal(few_distinct, {{"methods", {method("tefm_g", {{"q", -1}})}}}, wrong_input,
                 AllOf(HasSubstr("parameters.q"), HasSubstr("is -1"), HasSubstr("from 0 to 10")));
  expect_refusal(few_distinct, {{"methods", {method("tefm_s", {{"d", 3}})}}}, wrong_input,
                 HasSubstr("d is 3, expected 0, or at least D = 4"));
  expect_refusal(few_distinct, {{"methods", {method("craft", {{"E", 3}})}}}, wrong_input,
                 HasSubstr("E is 3, expected 0 for 4 D, or at least D = 4"));
}

TEST_F(DegenerateData, FewerRowsThanDirectionsOrLandmarksAreToldBeforeAnythingRuns) {
  for (const char* const name :
       {"tefm_g", "tefm_s", "fourier_svd", "nystrom_uniform", "nystrom_leverage", "nystrom_rpcholesky"})
    expect_refusal(one_row, {{"methods", {method(name)}}}, wrong_input,
                   AllOf(HasSubstr("D is 4"), HasSubstr("1 training row")));
}

TEST_F(DegenerateData, PenaltiesOutOfRangeAreToldBeforeAnythingRuns) {
  for (const char* const type : {"ridge", "krr"}) {
    const auto with = [&](Json learner) -> Json {
      learner["type"] = type;
      return {{"methods", {type == std::string("krr") ? exact(learner) : Json(method("rks"))}},
              {"learner", type == std::string("krr") ? Json({{"type", "ridge"}}) : learner}};
    };
    for (const double lambda : {0.0, -1.0})
      expect_refusal(few_distinct, with({{"lambda", lambda}}), wrong_input,
                     AllOf(HasSubstr("learner.lambda"), HasSubstr("a number above 0")));
    expect_refusal(few_distinct, with({{"lambda", "loo"}, {"grid", {{"from", 1}, {"to", 0.1}}}}), wrong_input,
                   AllOf(HasSubstr("learner.grid.to"), HasSubstr("not below \"from\"")));
    expect_refusal(few_distinct, with({{"lambda", "loo"}, {"grid", Json::array()}}), wrong_input,
                   HasSubstr("learner.grid"));
  }
}

TEST_F(DegenerateData, ARuleForSigmaNeedsRowsThatDiffer) {
  for (const char* const rule : {"median", "cross_validation"})
    for (const char* const rows : {all_equal, one_row})
      expect_refusal(rows, {{"kernels", {{{"kernel", "laplacian"}, {"sigma", rule}}}}}, failed_cell,
                     AllOf(HasSubstr("FAILED"), HasSubstr("give sigma as a number")));
}

TEST_F(DegenerateData, ASingularKernelMatrixWithNextToNoPenaltyIsRefused) {
  const Json tiny = exact({{"type", "krr"}, {"lambda", 1e-300}, {"intercept", false}});
  for (const char* const rows : {few_distinct, all_equal})
    expect_refusal(rows, {{"methods", {tiny}}}, failed_cell,
                   AllOf(HasSubstr("krr: K + lambda I is singular"), HasSubstr("raise lambda")));
}

TEST_F(DegenerateData, OneRowIsLearnedFromButNotLeftOut) {
  Json methods = all_maps();
  methods.push_back(exact({{"type", "krr"}}));
  expect_done(one_row, {{"grid", {{{"dataset", "little"}, {"D", 1}}}}, {"methods", methods}});
  expect_refusal(one_row, {{"learner", {{"type", "ridge"}, {"lambda", "loo"}}}}, failed_cell,
                 HasSubstr("needs two training rows or more, there is 1"));
}

// More features than distinct rows, and as many as rows: repeated landmarks are cut off, directions beyond
// the span of the rows are orthonormal, and lambda is recorded.
TEST_F(DegenerateData, FewDistinctRowsAreLearnedFromAndTheRecordSaysHow) {
  Json methods = all_maps();
  methods.push_back(exact({{"type", "krr"}, {"lambda", "loo"}}));
  expect_done(few_distinct, {{"grid", {{{"dataset", "little"}, {"D", {8, 12}}}}},
                             {"learner", {{"type", "ridge"}, {"lambda", "loo"}}},
                             {"methods", methods}});
  int landmarks = 0;
  for (const std::string& file : bench.files("results/records")) {
    const Json record = parse_json(bench.read("results/records/" + file), file);
    EXPECT_GT(record.at("learner").at("chosen").at("lambda").get<double>(), 0) << file;
    const std::string name = record.at("cell").at("method").at("method");
    if (!name.starts_with("nystrom")) continue;
    ++landmarks;
    const Json& facts = record.at("result").at("map_facts");
    EXPECT_EQ(facts.at("cut_off"), 1e-12);
    EXPECT_LE(facts.at("rank").get<int>(), 5) << name;
  }
  EXPECT_EQ(landmarks, 6) << "three kinds, two D";
}

// Every feature is constant: what is left is the mean.
TEST_F(DegenerateData, EqualRowsHaveTheMeanOfTheirTargets) {
  Json methods = all_maps();
  for (const Json& learner : {Json{{"type", "krr"}}, Json{{"type", "krr"}, {"lambda", "loo"}}})
    methods.push_back(exact(learner));
  const Json given = {{"methods", methods}};
  expect_done(all_equal, given);
  expect_done(all_equal, {{"methods", methods}, {"learner", {{"type", "ridge"}, {"lambda", "loo"}}}});
  constexpr double mean = (1 + 2 + 3 + 1 + 5 + 6 + 7 + 1 + 9) / 9.0;
  const double rmse = std::sqrt((std::pow(mean - 1, 2) + std::pow(mean - 2, 2) + std::pow(mean - 3, 2)) / 3);
  EXPECT_EQ(finished().size(), 2 * methods.size() - 2) << "the two of the exact kernel have one cell in both";
  for (const Json& record : finished())
    EXPECT_NEAR(record.at("result").at("rmse").get<double>(), rmse, 1e-6) << record.at("cell");
}

TEST_F(DegenerateData, OfGivenLandmarksTheRepeatedOnesAreCutOff) {
  const Json given = {{"methods", {method("nystrom_given", {{"landmarks", "rows"}})}}};
  bench.write("configs/rows", few_distinct);
  const auto with_D = [&](Index D) {
    Json keys = given;
    keys["grid"] = {{{"dataset", "little"}, {"D", D}}};
    return keys;
  };
  expect_done(few_distinct, with_D(12));
  const auto files = bench.files("results/records");
  ASSERT_EQ(files.size(), 1u);
  const Json record = parse_json(bench.read("results/records/" + files.front()), "record");
  EXPECT_EQ(record.at("result").at("map_facts").at("rank"), 5);
  EXPECT_EQ(record.at("cell").at("method").at("parameters").at("landmarks"), sha256_hex(few_distinct));
  EXPECT_TRUE(record.at("cell").at("seed").is_null());
  expect_refusal(few_distinct, with_D(13), wrong_input, HasSubstr("D is 13, but 12 landmarks are given"));
  bench.write("configs/rows", "0 4:1\n");
  expect_refusal(few_distinct, with_D(1), wrong_input, HasSubstr("the landmarks have 4 features"));
  std::filesystem::remove(bench / "configs/rows");
  expect_refusal(few_distinct, with_D(1), wrong_input,
                 AllOf(HasSubstr("methods[0].parameters"), HasSubstr("configs/rows")));
  expect_refusal(few_distinct, {{"methods", {method("nystrom_given")}}}, wrong_input,
                 HasSubstr("\"landmarks\" is missing"));
}

TEST_F(DegenerateData, GivenLandmarksOfASpecificationStandBesideIt) {
  bench.write(
      "specs/map.json",
      R"({"map": "nystrom_given", "D": 2, "kernel": "gaussian", "sigma": 1, "parameters": {"landmarks": "two"}})");
  bench.write("specs/two", "0 1:1\n0 2:1\n");
  bench.write("input", "1 1:1\n2 2:1\n");
  ASSERT_EQ(bench.run({"map", "--map", "specs/map.json", "input", "output"}).exit_code, 0);
  EXPECT_THAT(bench.read("output"), AllOf(testing::StartsWith("1 1:0.9"), HasSubstr("\n2 1:0.1")));
}

}  // namespace
}  // namespace sketchbench
