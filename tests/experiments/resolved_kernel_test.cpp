// A number for sigma where there is a rule, and what is kept of the choice.
#include "experiments/resolved_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/learners/ridge/kernel_choice.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::SizeIs;
using testing::StartsWith;
using testing_support::message_of;

class ResolvedKernelTest : public testing::Test {
 protected:
  ResolvedKernelTest() {
    context.paths.cache = folder / "cache";
    cell.data_hash = "abc";
    cell.kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::cross_validation)};
    RandomStream random(1, "test.rows");
    for (float& value : x.value) value = static_cast<float>(random.uniform());
    for (Index i = 0; i < x.n; ++i) y.push_back(std::sin(20 * x.row(i)[0]));
  }
  LabeledRows train(Task task = Task::regression) const { return {x.view(), y, task}; }
  double sigma(const LabeledRows& rows) {
    Outcome outcome;
    Phases phases(context, outcome.seconds);
    const double found = resolved_cell(cell, context, rows, outcome, phases).kernel.sigma()->value();
    EXPECT_EQ(outcome.result.at("sigma"), found);
    facts = outcome.result.value("sigma_choice", Json());
    return found;
  }

  testing_support::TemporaryFolder folder;
  RunContext context;
  Cell cell;
  DenseMatrix x = DenseMatrix(60, 2);
  std::vector<float> y;
  Json facts;
};

// Whatever decides which sigma it is stands in the key: another grid, or other candidates, ask for another
// value.
TEST_F(ResolvedKernelTest, KeepsTheSigmaUnderAllThatItDependsOn) {
  const double chosen = sigma(train());
  EXPECT_THAT(facts.at("candidates"), SizeIs(9));
  const fs::directory_iterator kept(folder / "cache/computed");
  ASSERT_TRUE(kept != fs::directory_iterator());
  const Json json = read_json(kept->path()), &key = json.at("key");
  EXPECT_EQ(key.at("version"), version_of(Sigma::Rule::cross_validation));
  EXPECT_EQ(key.at("data"), "abc");
  EXPECT_EQ(key.at("kernel"), cell.kernel.to_json());
  EXPECT_EQ(key.at("sigmas"), Json(sigmas_around(median_distance(cell.kernel, x.view()))));
  EXPECT_EQ(key.at("rows"), KernelChoiceParams{}.rows);
  EXPECT_EQ(key.at("grid"), LambdaGrid::fields().to_json({}));
  EXPECT_EQ(json.at("value").at("sigma"), chosen);

  const Json first = facts;
  std::vector<float> other(y.size(), 0);
  EXPECT_EQ(sigma({x.view(), other, Task::regression}), chosen) << "the kept one, as the data's sum says";
  EXPECT_EQ(facts, first);
}

TEST_F(ResolvedKernelTest, ChoosesAgainAroundAnotherMedian) {
  const double before = sigma(train());
  for (float& value : x.value) value *= 4;
  EXPECT_DOUBLE_EQ(sigma(train()), 4 * before);
}

TEST_F(ResolvedKernelTest, SaysWhichKeyAsksForAChoiceThatCannotBeMade) {
  y.assign(y.size(), 1);
  EXPECT_THAT(message_of<InputError>([&] { sigma(train(Task::classification)); }),
              AllOf(StartsWith("\"sigma\": \"cross_validation\": the choice of a kernel needs two classes"),
                    EndsWith("; or give sigma as a number")));
}

TEST_F(ResolvedKernelTest, PlansForTheChoiceByErrorsAlone) {
  DatasetInfo data;
  data.n_train = 5000;
  data.d = 50'000;
  data.nnz_train = 500'000;
  EXPECT_GE(memory_of_choice(cell.kernel, data), 8.0 * 2000 * (2000 + 50'000));
  EXPECT_EQ(memory_of_choice(GaussianKernel{.sigma = Sigma(Sigma::Rule::median)}, data), 0);
  EXPECT_EQ(memory_of_choice(GaussianKernel{.sigma = 1}, data), 0);
  EXPECT_EQ(memory_of_choice(PolynomialKernel{}, data), 0);
}

}  // namespace
}  // namespace sketchbench
