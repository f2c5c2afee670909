#include "experiments/kernel_error/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include "support/libsvm_dataset.hpp"
#include "support/local_paths.hpp"
#include "support/results.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing_support::message_of;
using testing_support::read_result;
using testing_support::record_with;
using testing_support::TemporaryFolder;

/// Rows of `d` coordinates in (0.2, 1), so that no kernel value is small.
std::string positive_rows(int rows, int d, Seed seed) {
  RandomStream random(seed, "positive rows");
  std::string text;
  for (int i = 0; i < rows; ++i) {
    text += i % 2 == 0 ? "+1" : "-1";
    for (int j = 1; j <= d; ++j)
      text += " " + std::to_string(j) + ":" + std::to_string(0.2 + 0.8 * random.uniform());
    text += "\n";
  }
  return text;
}

ParameterValues parameters_from(const Json& given) {
  StrictObject object(given, "config.json", "parameters");
  ParameterValues parameters = kernel_error_experiment().read_parameters(object);
  object.finish();
  return parameters;
}

class KernelErrorTest : public testing::Test {
 protected:
  KernelErrorTest() {
    context.paths = testing_support::local_paths(folder);
    use("positive", positive_rows(40, 6, 1), 6);
    cell.experiment = "kernel_error";
    cell.kernel = PolynomialKernel{.degree = 2, .coef0 = 1};
    cell.method = "tensor_sketch";
    cell.D = 32;
    cell.parameters = {{"rows", 12}, {"maps", 400}, {"pairs_seed", 1}};
  }

  void use(const std::string& name, const std::string& rows, int d) {
    testing_support::add_libsvm_dataset(folder, name, rows, "+1 1:1\n", d);
    cell.dataset.name = name;
    cell.data_hash = prepare_dataset(cell.dataset, context.paths).content_hash;
  }

  KernelError run() const {
    return read_result<KernelError>(kernel_error_experiment().run(cell, context).result);
  }

  TemporaryFolder folder;
  RunContext context;
  Cell cell;
};

struct Average {
  double mean = 0, error = 0;  ///< with its standard error
};

Average average(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  for (const double value : values) squares += (value - sum / n) * (value - sum / n);
  return {sum / n, std::sqrt(squares / n / n)};
}

class KernelErrorOfMap : public KernelErrorTest,
                         public testing::WithParamInterface<std::tuple<const char*, double>> {};

// The mean square of 4,000 maps against its expectation, within 5 standard errors, six comparisons: 4e-6 if
// the means were normal; they are skewed, and with fixed seeds below 1e-3 all the same. Jensen's inequality
// is one-sided and holds by far.
TEST_P(KernelErrorOfMap, IsOnAverageWhatTheExactVarianceSays) {
  cell.method = std::get<0>(GetParam());
  cell.kernel = PolynomialKernel{.degree = 2, .coef0 = std::get<1>(GetParam())};
  cell.parameters["maps"] = 4000;
  const KernelError error = run();
  EXPECT_EQ(error.pairs, 66);
  EXPECT_EQ(error.pairs_left_out, 0);
  ASSERT_THAT(error.mean_square, SizeIs(4000));
  const Average squares = average(error.mean_square), means = average(error.relative_error);
  EXPECT_NEAR(squares.mean, error.theory.value().mean_square, 5 * squares.error);
  EXPECT_LE(means.mean, error.theory.value().mean_deviation + 5 * means.error);
  EXPECT_LT(squares.error, 0.08 * squares.mean) << "too few maps to say anything";
}

INSTANTIATE_TEST_SUITE_P(Methods, KernelErrorOfMap,
                         testing::Combine(testing::Values("tensor_sketch", "random_maclaurin_published",
                                                          "random_maclaurin_restricted"),
                                          testing::Values(0.0, 1.0)));

// All these rows are nearly parallel, and the exact variance is beyond Lemma 6's bound on all pairs. One
// comparison within 5 standard errors.
TEST_F(KernelErrorTest, MeasuresByHowMuchLemma6IsExceeded) {
  const KernelError error = run();
  ASSERT_TRUE(error.bound);
  EXPECT_EQ(error.bound->pairs_beyond, 66);
  EXPECT_GT(error.bound->mean_ratio_beyond, 1.2);
  EXPECT_LE(error.bound->mean_ratio_beyond, error.bound->largest_ratio);
  EXPECT_LT(error.bound->largest_ratio, 3);  // (2^(p+1) - 2) / 2
  EXPECT_LT(error.bound->mean_square, error.theory->mean_square);
  const Average measured = average(error.bound->mean_square_beyond);
  EXPECT_NEAR(measured.mean, error.bound->mean_ratio_beyond, 5 * measured.error);
}

TEST_F(KernelErrorTest, StatesNoBoundForRandomMaclaurin) {
  cell.method = "random_maclaurin_published";
  EXPECT_FALSE(run().bound);
}

TEST_F(KernelErrorTest, IsAFunctionOfTheCellAlone) {
  cell.parameters["maps"] = 3;
  const KernelError one = run();
  context.threads = 2;
  EXPECT_EQ(run().relative_error, one.relative_error);
  cell.parameters["maps"] = 2;  // fewer maps are the first of more
  EXPECT_THAT(run().relative_error, testing::ElementsAre(one.relative_error[0], one.relative_error[1]));
  cell.parameters["pairs_seed"] = 2;
  EXPECT_NE(run().theory->mean_square, one.theory->mean_square);  // other rows
}

TEST_F(KernelErrorTest, CountsPairsWithoutARelativeError) {
  use("disjoint", "+1 1:1\n-1 2:1\n+1 1:2\n-1 2:3\n", 2);
  cell.parameters = {{"rows", 4}, {"maps", 1}, {"pairs_seed", 1}};
  cell.kernel = PolynomialKernel{.degree = 2};
  EXPECT_EQ(run().pairs_left_out, 4);
  EXPECT_EQ(run().pairs, 2);
  use("orthogonal", "+1 1:1\n-1 2:1\n", 2);
  cell.parameters["rows"] = 2;
  EXPECT_THAT(message_of<Error>([&] { run(); }), HasSubstr("none has a relative error"));
}

TEST_F(KernelErrorTest, AsksForNoMoreRowsThanThereAre) {
  cell.parameters["rows"] = 41;
  EXPECT_THAT(message_of<InputError>([&] { run(); }),
              testing::AllOf(HasSubstr("41"), HasSubstr("at most 40"), HasSubstr("positive")));
}

TEST_F(KernelErrorTest, ValuesBeyondSinglePrecisionAreAnErrorNotANumber) {
  cell.parameters["rows"] = 2;
  use("huge", "+1 1:1e30\n-1 1:1e30\n", 1);
  EXPECT_THAT(message_of<InputError>([&] { run(); }),
              testing::AllOf(HasSubstr("feature"), HasSubstr("beyond single precision"),
                             HasSubstr("scale the data")));
  // Features of 1e30 are finite, their inner products in single precision are not.
  use("large", "+1 1:1e15\n-1 1:1e15\n", 1);
  EXPECT_THAT(message_of<InputError>([&] { run(); }),
              testing::AllOf(HasSubstr("inner products"), HasSubstr("scale the data")));
  // Nor have kernel values below 1e-154 or above 1e154 relative errors that a number can hold.
  for (const char* rows : {"+1 1:1e-10\n-1 1:1e-10\n", "+1 1:1e20\n-1 1:1e20\n"}) {
    cell.kernel = PolynomialKernel{.degree = 10, .coef0 = 0};
    use(std::string("beyond") + rows[5] + rows[7], rows, 1);
    EXPECT_THAT(message_of<InputError>([&] { run(); }),
                testing::AllOf(HasSubstr("rows 1 and 2"), HasSubstr("beyond double precision")));
  }
}

TEST_F(KernelErrorTest, EstimatesGrowWithTheWork) {
  DatasetInfo data = prepare_dataset(cell.dataset, context.paths);
  data.n_train = 1000;
  const auto need = [&](int rows, int maps, Index D) {
    Cell asked = cell;
    asked.parameters = {{"rows", rows}, {"maps", maps}, {"pairs_seed", 1}};
    asked.D = D;
    return kernel_error_experiment().estimate(asked, data);
  };
  EXPECT_GT(need(1000, 5, 100).bytes - need(10, 5, 100).bytes, 3 * 8 * 999'000.0);  // KernelPairs
  EXPECT_GT(need(10, 5, 10'000).bytes, need(10, 5, 100).bytes);
  EXPECT_GT(need(1000, 50, 100).seconds, need(1000, 5, 100).seconds);
}

TEST(KernelErrorParameters, HaveDefaultsAndAShortForm) {
  ParameterValues parameters = parameters_from(Json::object());
  EXPECT_EQ(parameters, (ParameterValues{{"rows", 1000}, {"maps", 20}, {"pairs_seed", 1}}));
  kernel_error_experiment().apply_quick_limits(parameters);
  EXPECT_EQ(parameters, (ParameterValues{{"rows", 300}, {"maps", 3}, {"pairs_seed", 1}}));
  ParameterValues small = parameters_from({{"rows", 10}, {"maps", 2}});
  kernel_error_experiment().apply_quick_limits(small);
  EXPECT_EQ(small, (ParameterValues{{"rows", 10}, {"maps", 2}, {"pairs_seed", 1}}));
}

TEST(KernelErrorParameters, AreRefusedWithTheirPlace) {
  EXPECT_THAT(message_of<InputError>([] {
                parameters_from({{"rows", 1}});
              }),
              testing::AllOf(HasSubstr("config.json"), HasSubstr("parameters.rows"), HasSubstr("1")));
  EXPECT_THAT(message_of<InputError>([] { parameters_from({{"map", 3}}); }), HasSubstr("maps"));
}

TEST(KernelErrorHeadline, NeedsAllThatReportsRead) {
  Json result = {{"rows", 3},
                 {"maps", 2},
                 {"pairs", 3},
                 {"pairs_left_out", 0},
                 {"relative_error", {0.25, 0.5}},
                 {"mean_square", {1, 1}}};
  EXPECT_NO_THROW(record_with(kernel_error_experiment(), result));
  EXPECT_EQ(kernel_error_experiment().headline(record_with(kernel_error_experiment(), result)), "err 0.375");
  result.erase("mean_square");
  EXPECT_THROW(record_with(kernel_error_experiment(), result), InputError);
}

TEST_F(KernelErrorTest, TakesSigmaFromTheTrainingRowsWhereThereIsARule) {
  cell.kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::median)};
  cell.method = "rks";
  cell.parameters["maps"] = 3;
  const Json result = kernel_error_experiment().run(cell, context).result;
  const auto dataset = open_dataset(cell.dataset, context.paths);
  EXPECT_EQ(result.at("sigma"), median_distance(cell.kernel, dataset->train().x));
  EXPECT_THAT(read_result<KernelError>(result).relative_error, SizeIs(3));
}

}  // namespace
}  // namespace sketchbench
