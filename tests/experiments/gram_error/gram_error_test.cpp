#include "experiments/gram_error/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include "experiments/gram_error/measures.hpp"
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

DenseMatrix random_rows(Index n, Index d, Seed seed) {
  RandomStream random(seed, "test.rows");
  DenseMatrix x(n, d);
  for (float& value : x.value) value = static_cast<float>(random.uniform());
  return x;
}

double largest_eigenvalue(const Eigen::MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).eigenvalues().cwiseAbs().maxCoeff();
}

Eigen::MatrixXd products(const DenseMatrix& z) {
  Eigen::MatrixXd gram(z.view().size(), z.view().size());
  for (Index i = 0; i < gram.rows(); ++i)
    for (Index j = 0; j < gram.cols(); ++j) gram(i, j) = inner_product(z.view(), i, z.view(), j);
  return gram;
}

TEST(ErrorNorms, AreThoseOfTheMatricesThatAreNotFormed) {
  const DenseMatrix x = random_rows(60, 5, 1);
  const Eigen::MatrixXd kernel = gram(GaussianKernel{.sigma = 0.7}, x.view());
  EXPECT_NEAR(norm_of(kernel, 1e-9, 1).value, largest_eigenvalue(kernel), 1e-8 * largest_eigenvalue(kernel));
  std::vector<DenseMatrix> features;
  for (Seed seed = 1; seed <= 3; ++seed) features.push_back(random_rows(60, 7, 10 + seed));
  const std::vector<SpectralNorm> norms = error_norms(kernel, features, 1e-9, 1);
  ASSERT_THAT(norms, SizeIs(3));
  for (std::size_t k = 0; k < 3; ++k) {
    const double expected = largest_eigenvalue(kernel - products(features[k]));
    EXPECT_NEAR(norms[k].value, expected, 1e-6 * expected);
  }
  for (const int threads : {2, 5}) {
    const std::vector<SpectralNorm> again = error_norms(kernel, features, 1e-9, threads);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(again[k].value, norms[k].value);
  }
}

class GramErrorTest : public testing::Test {
 protected:
  GramErrorTest() {
    context.paths = testing_support::local_paths(folder);
    RandomStream random(1, "test.text");
    std::string text;
    for (int i = 0; i < 50; ++i) {
      text += i % 2 == 0 ? "+1" : "-1";
      for (int j = 1; j <= 6; ++j) text += " " + std::to_string(j) + ":" + std::to_string(random.uniform());
      text += "\n";
    }
    testing_support::add_libsvm_dataset(folder, "little", text, "+1 1:1\n", 6);
    cell.experiment = "gram_error";
    cell.dataset.name = "little";
    cell.data_hash = prepare_dataset(cell.dataset, context.paths).content_hash;
    cell.kernel = GaussianKernel{.sigma = 1};
    cell.method = "rks";
    cell.D = 64;
    cell.parameters = {{"rows", 40}, {"maps", 5}, {"rows_seed", 1}, {"tolerance", 1e-3}};
  }
  Json run() const { return gram_error_experiment().run(cell, context).result; }

  TemporaryFolder folder;
  RunContext context;
  Cell cell;
};

TEST_F(GramErrorTest, FallsAsMoreFeaturesAreDrawn) {
  const auto mean = [&](Index D) {
    cell.D = D;
    double sum = 0;
    for (const double error : read_result<GramError>(run()).relative_error) sum += error / 5;
    return sum;
  };
  // Of order 1 / sqrt(D), so an eighth. The maps' seeds are fixed: no chance is in it.
  EXPECT_LT(mean(4096), 0.5 * mean(64));
}

TEST_F(GramErrorTest, ARuleForSigmaIsFollowedAndTheNumberRecorded) {
  EXPECT_FALSE(run().contains("sigma"));
  cell.kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::median)};
  const Json median = run();
  EXPECT_GT(read_result<GramError>(median).sigma.value(), 0);
  cell.kernel = cell.kernel.with_sigma(*read_result<GramError>(median).sigma);
  EXPECT_NEAR(read_result<GramError>(run()).kernel_norm, read_result<GramError>(median).kernel_norm,
              1e-9 * read_result<GramError>(median).kernel_norm);
  cell.kernel = GaussianKernel{.sigma = Sigma(Sigma::Rule::cross_validation)};
  const Json chosen = run();
  EXPECT_GT(read_result<GramError>(chosen).sigma.value(), 0);
  EXPECT_THAT(chosen.at("sigma_choice").at("candidates"), SizeIs(9));
}

TEST_F(GramErrorTest, RefusesMoreRowsThanThereAre) {
  cell.parameters["rows"] = 51;
  EXPECT_THAT(message_of<InputError>([&] { run(); }), HasSubstr("at most 50"));
  cell.parameters["rows"] = 0;
  EXPECT_EQ(read_result<GramError>(run()).rows, 50) << "0: all";
}

TEST_F(GramErrorTest, RecordsTheGapOfTheTrainingOptimumWhereLambdaIsGiven) {
  const Json without = run();
  EXPECT_FALSE(without.contains("optimum") || without.contains("gap"));
  const std::string id = cell_id(describe(cell));
  cell.parameters["lambda"] = 0.01;
  EXPECT_NE(cell_id(describe(cell)), id);
  const Json with = run();
  EXPECT_EQ(with.at("relative_error"), without.at("relative_error"));
  const auto mean_gap = [&](Index D) {
    cell.D = D;
    const GramError error = read_result<GramError>(run());
    EXPECT_GT(error.optimum.value(), 0);
    EXPECT_THAT(error.gap, SizeIs(5));
    double sum = 0;
    for (const double gap : error.gap) sum += std::abs(gap) / 5;
    return sum;
  };
  // It falls at least as 1 / sqrt(D), to an eighth. The maps' seeds are fixed: no chance is in it.
  EXPECT_LT(mean_gap(4096), 0.5 * mean_gap(64));
}

TEST(GramErrorParameters, TellLambdaOnlyWhereItIsGiven) {
  const auto read = [](const char* text) {
    const Json json = Json::parse(text);
    StrictObject object(json, "mine.json", "parameters");
    return gram_error_experiment().read_parameters(object);
  };
  EXPECT_FALSE(read("{}").contains("lambda")) << "records of before keep their names";
  EXPECT_EQ(read(R"({"lambda": 0.5})").at("lambda"), 0.5);
  EXPECT_THAT(message_of<InputError>([&] { read(R"({"lambda": 0})"); }), HasSubstr("parameters.lambda"));
}

TEST_F(GramErrorTest, ChecksAResult) {
  const Experiment experiment = gram_error_experiment();
  Json result = run();
  EXPECT_NO_THROW(record_with(experiment, result));
  result["optimum"] = 0.5;
  result["gap"] = {-0.1, 0.1};
  EXPECT_NO_THROW(record_with(experiment, result)) << "features may end below the kernel";
  result["optimum"] = -0.5;
  EXPECT_THROW(record_with(experiment, result), InputError);
  result.erase("optimum");
  result["relative_error"][0] = -1;
  EXPECT_THROW(record_with(experiment, result), InputError);
  result.erase("relative_error");
  EXPECT_THROW(record_with(experiment, result), InputError);
}

}  // namespace
}  // namespace sketchbench
