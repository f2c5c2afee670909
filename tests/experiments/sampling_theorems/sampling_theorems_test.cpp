#include "experiments/sampling_theorems/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>
#include <sketchbench/harness/config/cells.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include "experiments/sampling_theorems/randomised_gram.hpp"
#include "support/libsvm_dataset.hpp"
#include "support/local_paths.hpp"
#include "support/results.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;
using testing_support::read_result;
using testing_support::record_with;
using testing_support::TemporaryFolder;

constexpr int columns = 6;

std::string random_rows(int rows, Seed seed) {
  RandomStream random(seed, "test.text");
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += i % 2 == 0 ? "+1" : "-1";
    for (int j = 1; j <= columns; ++j)
      text += " " + std::to_string(j) + ":" + std::to_string(random.uniform());
    text += "\n";
  }
  return text;
}

ParameterValues parameters(const std::string& text) {
  const Json json = Json::parse(text);
  StrictObject object(json, "mine.json", "parameters");
  ParameterValues read = sampling_theorems_experiment().read_parameters(object);
  object.finish();
  return read;
}

class SamplingTheoremsTest : public testing::Test {
 protected:
  SamplingTheoremsTest() {
    context.paths = testing_support::local_paths(folder);
    testing_support::add_libsvm_dataset(folder, "little", random_rows(60, 1), random_rows(8, 2), columns);
    cell.experiment = "sampling_theorems";
    cell.dataset.name = "little";
    cell.data_hash = prepare_dataset(cell.dataset, context.paths).content_hash;
    cell.kernel = GaussianKernel{.sigma = 1};
    cell.method = exact_method;
    cell.parameters = parameters(R"({"rows": 50, "unseen": 5, "draws": 3, "s": [2, 4], "components": 3})");
  }
  Json run() const { return sampling_theorems_experiment().run(cell, context).result; }

  TemporaryFolder folder;
  RunContext context;
  Cell cell;
};

TEST_F(SamplingTheoremsTest, LooksAtEveryTheoremAndMatrix) {
  const SamplingTheorems result = read_result<SamplingTheorems>(run());
  EXPECT_EQ(result.rows, 50);
  EXPECT_EQ(result.unseen, 5);
  // Five matrices, of which Theorems 1 to 4 and Weyl's have twelve inequalities; three of Theorem 5 and four
  // of Theorem 6.
  EXPECT_EQ(result.checks.size(), 5u * 12 + 3 + 4);
  std::set<std::pair<std::string, std::string>> seen;
  for (const TheoremCheck& check : result.checks)
    seen.insert({check.statement.theorem, check.statement.quantity});
  for (const TheoremQuantity& quantity : theorem_quantities())
    EXPECT_TRUE(seen.erase({quantity.theorem, quantity.quantity})) << quantity.quantity;
  EXPECT_TRUE(seen.empty()) << "what has no words of its own is not shown";
}

// Those that are certain once |E| is known: no chance is in it.
TEST_F(SamplingTheoremsTest, WhatIsProvedDoesNotFail) {
  for (const TheoremCheck& check : read_result<SamplingTheorems>(run()).checks) {
    const std::string& theorem = check.statement.theorem;
    if (theorem >= "2" && theorem <= "4" && check.statement.quantity != "as printed") {
      EXPECT_NE(check.verdict(), TheoremVerdict::fails) << theorem << " " << check.statement.quantity;
    }
  }
}

TEST_F(SamplingTheoremsTest, DoesNotDependOnThreads) {
  const Json one = run();
  context.threads = 3;
  EXPECT_EQ(run(), one);
}

TEST_F(SamplingTheoremsTest, TellsARuleForSigma) {
  cell.kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::median)};
  EXPECT_GT(read_result<SamplingTheorems>(run()).sigma.value(), 0);
}

TEST_F(SamplingTheoremsTest, TakesAllTestRowsWhereThereAreFewer) {
  cell.parameters["unseen"] = 100;
  EXPECT_EQ(read_result<SamplingTheorems>(run()).unseen, 8);
}

TEST_F(SamplingTheoremsTest, RefusesMoreRowsThanThereAre) {
  cell.parameters["rows"] = 61;
  EXPECT_THAT(message_of<InputError>([&] { run(); }), HasSubstr("at most 60"));
  const DatasetInfo data = prepare_dataset(cell.dataset, context.paths);
  EXPECT_THAT(message_of<InputError>([&] { sampling_theorems_experiment().estimate(cell, data); }),
              HasSubstr("at most 60"));
}

TEST_F(SamplingTheoremsTest, ChecksAResult) {
  const Experiment experiment = sampling_theorems_experiment();
  Json result = run();
  EXPECT_NO_THROW(record_with(experiment, result));
  EXPECT_THAT(experiment.headline(record_with(experiment, result)), HasSubstr("67 inequalities"));
  result["kernel_norm"] = -1;
  EXPECT_THROW(record_with(experiment, result), InputError);
  result.erase("checks");
  EXPECT_ANY_THROW(record_with(experiment, result));
}

TEST(NormOfDifference, IsThatOfTheWrittenMatrices) {
  RandomStream random(1, "test.rows");
  DenseMatrix x(40, 3);
  for (float& value : x.value) value = static_cast<float>(random.normal());
  const GaussianKernel narrow{.sigma = 0.5}, wide{.sigma = 2};
  const Eigen::MatrixXd difference = gram(narrow, x.view()) - gram(wide, x.view());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(difference);
  const double expected = solver.eigenvalues().cwiseAbs().maxCoeff();
  const GramMatrix a(narrow, x.view(), 1), b(wide, x.view(), 1);
  EXPECT_NEAR(norm_of_difference(a, b, 1e-6, 1).value, expected, 1e-4 * expected);
}

TEST(SamplingTheoremsParameters, HaveDefaultsAndRanges) {
  const Json read = parameters("{}");
  EXPECT_EQ(read.at("rows"), 1000);
  EXPECT_EQ(read.at("s"), Json({2.0, 10.0, 100.0}));
  EXPECT_EQ(parameters(R"({"s": [10, 2]})").at("s"), Json({2.0, 10.0}));
  for (const char* bad : {R"({"s": 2})", R"({"s": []})", R"({"s": [1]})", R"({"s": [2, 2]})"})
    EXPECT_THAT(message_of<InputError>([&] { parameters(bad); }), HasSubstr("parameters.s")) << bad;
  EXPECT_THAT(message_of<InputError>([] { parameters(R"({"rows": 20, "components": 19})"); }),
              HasSubstr("at most \"rows\" - 2, which is 18"));
  EXPECT_EQ(parameters(R"({"rows": 10})").at("components"), 8);
  EXPECT_THAT(message_of<InputError>([] { parameters(R"({"epsilon": 2})"); }), HasSubstr("epsilon"));
}

TEST(SamplingTheoremsParameters, OfAQuickRunAreSmall) {
  ParameterValues read = parameters(R"({"rows": 2000, "components": 600})");
  sampling_theorems_experiment().apply_quick_limits(read);
  EXPECT_EQ(read.at("rows"), 500);
  EXPECT_EQ(read.at("components"), 498);
  EXPECT_EQ(read.at("draws"), 3);
}

TEST(SamplingTheoremsConfig, HasTheMethodThatMakesNoMap) {
  const TemporaryFolder folder;
  const auto read = [&](const std::string& method) {
    return read_config(folder.write("mine.json", R"({"name": "mine", "experiment": "sampling_theorems",
      "grid": [{"dataset": "adult"}], "kernels": [{"kernel": "gaussian", "sigma": "median"}],
      "methods": [{"method": ")" + method + R"("}]})"));
  };
  const std::vector<Cell> cells = expand(read("exact"));
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_EQ(cells[0].method, exact_method);
  EXPECT_TRUE(cells[0].learner.is_none());
  EXPECT_FALSE(cells[0].seed);
  EXPECT_THAT(message_of<InputError>([&] { read("rks"); }),
              testing::AllOf(HasSubstr("methods[0].method"), HasSubstr("makes no map")));
}

}  // namespace
}  // namespace sketchbench
