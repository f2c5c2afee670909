#include "experiments/kernel_pca/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/gram.hpp>
#include <sketchbench/numerics/decompositions.hpp>
#include "experiments/cached_value.hpp"
#include "experiments/kernel_pca/results.hpp"
#include "support/libsvm_dataset.hpp"
#include "support/local_paths.hpp"
#include "support/results.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Le;
using testing::SizeIs;
using testing_support::message_of;
using testing_support::read_result;
using testing_support::record_with;
using testing_support::TemporaryFolder;

constexpr Index n = 50, d = 6;
/// Clusters of 20, 14, 10 and 6 rows: the kernel's matrix is nearly one of blocks, whose eigenvalues are far
/// apart, and a wide gap follows.
constexpr Index components = 4;

Index cluster_of(Index row) {
  const Index place = row % 25;
  return place < 10 ? 0 : place < 17 ? 1 : place < 22 ? 2 : 3;
}

/// Rows near to the corners of a simplex; a row's class is that of its cluster.
std::string text_of_rows(Seed seed, Index rows) {
  RandomStream random(seed, "test.text");
  std::string text;
  for (Index i = 0; i < rows; ++i) {
    text += cluster_of(i) % 2 == 0 ? "+1" : "-1";
    for (Index j = 0; j < d; ++j)
      text += " " + std::to_string(j + 1) + ":" +
              std::to_string((j == cluster_of(i) ? 0.9 : 0.1) + 0.1 * (random.uniform() - 0.5));
    text += "\n";
  }
  return text;
}

class KernelPcaTest : public testing::Test {
 protected:
  KernelPcaTest() {
    context.paths = testing_support::local_paths(folder);
    testing_support::add_libsvm_dataset(folder, "little", text_of_rows(1, n), text_of_rows(2, 25), d);
    cell.experiment = "kernel_pca";
    cell.dataset.name = "little";
    data = prepare_dataset(cell.dataset, context.paths);
    cell.data_hash = data.content_hash;
    cell.kernel = GaussianKernel{.sigma = 0.3};
    cell.method = "kernel_pca";
    cell.D = components;
    cell.learner = {{"type", "liblinear"}, {"solver", 2}, {"C", 100}, {"eps", 0.01}, {"bias", -1}};
    cell.parameters = {{"rows", n},    {"rows_seed", 1}, {"maps", 2}, {"components", components},
                       {"centred", 0}, {"accuracy", 0}};
  }
  Json run() const { return kernel_pca_experiment().run(cell, context).result; }
  std::string refusal() const {
    return message_of<InputError>([&] { kernel_pca_experiment().estimate(cell, data); });
  }

  /// The features of all rows as landmarks are exact, whatever their number.
  void use_exact_landmarks() {
    cell.method = "nystrom_uniform";
    cell.D = n;
  }

  TemporaryFolder folder;
  RunContext context;
  DatasetInfo data;
  Cell cell;
};

void expect_exact(const KernelPca& pca) {
  constexpr double rounding = 1e-3;  // of solvers that end at 1e-4, over a gap of a quarter
  EXPECT_EQ(pca.compared, pca.components);
  EXPECT_THAT(pca.subspace_error, Each(Le(rounding)));
  EXPECT_THAT(pca.mean_squared_sine, Each(Le(rounding * rounding)));
  for (const std::vector<double>& errors : pca.eigenvalue_error)
    EXPECT_THAT(errors, AllOf(SizeIs(pca.compared), Each(Le(rounding))));
  for (const double share : pca.captured_share) EXPECT_NEAR(share, 1, 1e-5);
}

TEST_F(KernelPcaTest, TheMapOfTheKernelItselfIsExact) {
  const KernelPca pca = read_result<KernelPca>(run());
  expect_exact(pca);
  EXPECT_EQ(pca.rows, n);
  EXPECT_LT(pca.uncertainty, 1e-3);
  EXPECT_GT(pca.map_bytes, 0);
  EXPECT_GE(pca.working_bytes, pca.map_bytes);
}

TEST_F(KernelPcaTest, SoAreLandmarksAtAllRowsWhetherCentredOrNot) {
  use_exact_landmarks();
  expect_exact(read_result<KernelPca>(run()));
  cell.parameters["centred"] = 1;
  cell.parameters["components"] = components - 1;  // the mean is gone
  const KernelPca pca = read_result<KernelPca>(run());
  expect_exact(pca);
  const auto dataset = open_dataset(cell.dataset, context.paths);
  const Eigen::MatrixXd mean = Eigen::MatrixXd::Constant(n, n, 1.0 / n);
  const Eigen::MatrixXd centring = Eigen::MatrixXd::Identity(n, n) - mean;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      Eigen::MatrixXd(centring * gram(cell.kernel, dataset->train().x) * centring));
  ASSERT_THAT(pca.eigenvalues, SizeIs(components));
  for (Index k = 0; k < components; ++k)
    EXPECT_NEAR(pca.eigenvalues[static_cast<std::size_t>(k)], solver.eigenvalues()[n - 1 - k], 1e-4);
}

TEST_F(KernelPcaTest, ThreadsChangeNothingButTimes) {
  const auto without_times = [&] {
    Json result = run();
    result.erase("make_seconds");
    result.erase("map_seconds");
    return result;
  };
  for (const char* method : {"kernel_pca_sparsified", "pca_nystrom"}) {
    cell.method = method;
    context.threads = 1;
    const Json one = without_times();
    context.threads = 3;
    EXPECT_EQ(without_times(), one) << method;
  }
}

TEST_F(KernelPcaTest, ErrorsFallAsMoreFeaturesAreDrawn) {
  cell.method = "rks";
  const auto at = [&](Index D) {
    cell.D = D;
    return read_result<KernelPca>(run());
  };
  // They are of order 1 / sqrt(D), so an eighth. The maps' seeds are fixed: no chance is in it.
  const KernelPca few = at(64), many = at(4096);
  ASSERT_THAT(few.subspace_error, SizeIs(2));
  EXPECT_LT(std::ranges::max(many.subspace_error), std::ranges::min(few.subspace_error));
  EXPECT_GT(std::ranges::min(many.captured_share), std::ranges::max(few.captured_share));
  for (const double share : many.captured_share) EXPECT_LE(share, 1 + 1e-5);
}

TEST_F(KernelPcaTest, TheExactEigenpairsAreThoseOfAllCellsOnTheSample) {
  static_cast<void>(run());
  const std::size_t files = inspect_cached_values(context.paths.cache).files;
  EXPECT_EQ(files, 1u);
  use_exact_landmarks();
  static_cast<void>(run());
  EXPECT_EQ(inspect_cached_values(context.paths.cache).files, files);
  cell.parameters["centred"] = 1;
  static_cast<void>(run());
  EXPECT_EQ(inspect_cached_values(context.paths.cache).files, files + 1) << "another matrix";
}

TEST_F(KernelPcaTest, TrainsTheLearnerOnWhatIsExtracted) {
  EXPECT_TRUE(read_result<KernelPca>(run()).accuracy.empty()) << "it was not asked for";
  cell.parameters["accuracy"] = 1;
  for (const int centred : {0, 1}) {
    cell.parameters["centred"] = centred;
    use_exact_landmarks();
    const KernelPca pca = read_result<KernelPca>(run());
    EXPECT_THAT(pca.accuracy, AllOf(SizeIs(2), Each(100.0))) << "the classes are far apart";
    EXPECT_THAT(pca.train_seconds, SizeIs(2));
  }
}

TEST_F(KernelPcaTest, ComparesNoMoreThanIsIdentified) {
  cell.kernel = PolynomialKernel{.degree = 1, .coef0 = 0};  // of rank d
  cell.parameters["components"] = d + 1;
  use_exact_landmarks();
  const KernelPca pca = read_result<KernelPca>(run());
  EXPECT_EQ(pca.components, d + 1);
  EXPECT_EQ(pca.compared, d);
  for (const std::vector<double>& errors : pca.eigenvalue_error) EXPECT_THAT(errors, SizeIs(d));
  EXPECT_THAT(pca.subspace_error, Each(Le(1e-2)));
}

TEST_F(KernelPcaTest, RefusesMoreComponentsThanRowsOrFeatures) {
  cell.D = n;
  cell.parameters["components"] = n;
  EXPECT_EQ(refusal(), "");
  cell.parameters["components"] = n + 1;
  EXPECT_THAT(refusal(),
              AllOf(HasSubstr("\"components\" is 51"), HasSubstr("at most 50"), HasSubstr("rows")));
  EXPECT_THAT(message_of<InputError>([&] { run(); }), HasSubstr("\"components\" is 51"));
  cell.parameters["components"] = 8;
  cell.D = 7;
  EXPECT_THAT(refusal(), AllOf(HasSubstr("\"components\" is 8"), HasSubstr("at most 7"), HasSubstr("D = 7")));
}

TEST_F(KernelPcaTest, RefusesMoreRowsThanThereAre) {
  cell.parameters["rows"] = n + 1;
  EXPECT_THAT(refusal(), HasSubstr("at most 50"));
  cell.parameters["rows"] = 0;
  EXPECT_EQ(read_result<KernelPca>(run()).rows, n) << "0: all";
}

TEST_F(KernelPcaTest, RefusesALearnerForTargetsWhereLabelsArePredicted) {
  cell.learner = {{"type", "ridge"}, {"lambda", 0.1}};
  EXPECT_EQ(refusal(), "") << "it is not used";
  cell.parameters["accuracy"] = 1;
  EXPECT_THAT(refusal(), HasSubstr("ridge"));
}

TEST(KernelPcaExperiment, ExtractsWithMapsAlone) {
  const auto refused = [](std::string_view method) {
    return message_of<InputError>(
        [&] { kernel_pca_experiment().require_supported(method, GaussianKernel{.sigma = 1}); });
  };
  EXPECT_EQ(refused("rks"), "");
  EXPECT_THAT(refused(exact_method), HasSubstr("feature map"));
}

TEST(KernelPcaParameters, HaveDefaultsAndRanges) {
  const auto read = [](const char* text) {
    const Json json = Json::parse(text);
    StrictObject object(json, "mine.json", "parameters");
    return kernel_pca_experiment().read_parameters(object);
  };
  EXPECT_EQ(read("{}").at("components"), 10);
  EXPECT_THAT(message_of<InputError>([&] { read(R"({"components": 0})"); }),
              HasSubstr("parameters.components"));
  EXPECT_THAT(message_of<InputError>([&] { read(R"({"centred": 2})"); }), HasSubstr("parameters.centred"));
}

TEST_F(KernelPcaTest, ChecksAResult) {
  const Experiment experiment = kernel_pca_experiment();
  const Json result = run();
  EXPECT_NO_THROW(record_with(experiment, result));
  for (const char* key : {"subspace_error", "mean_squared_sine", "eigenvalue_error", "captured_share",
                          "make_seconds", "map_seconds", "map_bytes", "eigenvalues"}) {
    Json without = result;
    without.erase(key);
    EXPECT_THROW(record_with(experiment, without), InputError) << key;
  }
  Json changed = result;
  changed["subspace_error"][0] = -1;
  EXPECT_THROW(record_with(experiment, changed), InputError);
  changed = result;
  changed["eigenvalue_error"][0].push_back(0.5);
  EXPECT_THROW(record_with(experiment, changed), InputError) << "one more than are compared";
  changed = result;
  changed["accuracy"] = std::vector<double>(result.at("subspace_error").size(), 101.0);
  changed["train_seconds"] = result.at("make_seconds");
  EXPECT_THROW(record_with(experiment, changed), InputError);
}

}  // namespace
}  // namespace sketchbench
