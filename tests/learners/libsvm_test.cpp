#include <sketchbench/learners/libsvm/libsvm.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include "sample_data.hpp"
#include "stock_tools.hpp"

namespace sketchbench {
namespace {

struct StockCase {
  Kernel kernel;
  int classes;
};

void PrintTo(const StockCase& c, std::ostream* out) {
  *out << fmt::format("{}, {} classes", c.kernel.display(), c.classes);
}

/// As LIBSVM's manual asks for the kernel. Debian's svm-train reads -g in single precision, so that its model
/// is ours where gamma is a power of two.
std::string stock_options(const Kernel& kernel) {
  if (const auto* polynomial = kernel.as<PolynomialKernel>())
    return fmt::format("-t 1 -g 1 -d {} -r {}", polynomial->degree, polynomial->coef0);
  const double sigma = kernel.number("sigma").value();
  return fmt::format("-t 2 -g {}", 1 / (2 * sigma * sigma));
}

class StockLibsvm : public testing::TestWithParam<StockCase> {};

TEST_P(StockLibsvm, GivesTheSameLabelsAndMessages) {
  const auto [kernel, classes] = GetParam();
  const LabeledMatrix train = labelled_by_scores(400, 12, classes, 1);
  const LabeledMatrix test = labelled_by_scores(300, 14, classes, 2);
  const Trained trained = Libsvm({.C = 0.5}, kernel).train(view(train), 1);
  const StockResult stock =
      run_stock_libsvm(stock_options(kernel) + " -c 0.5 -m 200", view(train), view(test));

  EXPECT_EQ(trained.model->predict(test.x.view(), 2), stock.labels);
  EXPECT_EQ(trained.report.messages, stock.messages);
  EXPECT_EQ(trained.report.objectives.size(), static_cast<std::size_t>(classes * (classes - 1) / 2));
  EXPECT_GT(trained.report.support_vectors, 0);
  EXPECT_GT(trained.report.iterations, 0);
  EXPECT_TRUE(trained.report.converged);
}

std::string case_name(const testing::TestParamInfo<StockCase>& instance) {
  const auto& [kernel, classes] = instance.param;
  if (const auto* polynomial = kernel.as<PolynomialKernel>())
    return fmt::format("degree{}_{}_{}classes", polynomial->degree,
                       polynomial->coef0 > 0 ? "inhomogeneous" : "homogeneous", classes);
  return fmt::format("{}_{:.0f}tenths_{}classes", kernel.family(), 10 * kernel.number("sigma").value(),
                     classes);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, StockLibsvm,
    testing::Values(StockCase{PolynomialKernel{1, 0}, 2}, StockCase{PolynomialKernel{2, 0}, 2},
                    StockCase{PolynomialKernel{2, 1}, 2}, StockCase{PolynomialKernel{3, 0.5}, 2},
                    StockCase{PolynomialKernel{4, 1}, 2}, StockCase{PolynomialKernel{2, 1}, 4},
                    StockCase{GaussianKernel{0.5}, 2}, StockCase{GaussianKernel{2}, 2},
                    StockCase{GaussianKernel{4}, 2}, StockCase{GaussianKernel{1}, 4}),
    case_name);

TEST(Libsvm, LabelsAdultAsTheStockToolsDo) {
  const auto train = first_rows_of_adult("a9a", 1500), test = first_rows_of_adult("a9a.t", 1500);
  if (!train || !test) GTEST_SKIP() << "SKETCHBENCH_MIRROR does not lead to a9a and a9a.t";
  const StockResult stock = run_stock_libsvm("-t 1 -g 1 -d 2 -r 1", view(*train), view(*test));
  const Trained trained = Libsvm({}, PolynomialKernel{2, 1}).train(view(*train), 1);
  EXPECT_EQ(trained.model->predict(test->x.view(), 2), stock.labels);
  EXPECT_EQ(trained.report.messages, stock.messages);
}

/// The explicit map of (coef0 + <x, y>)^2: x_i x_j for all ordered pairs, sqrt(2 coef0) x_i and coef0.
DenseMatrix expand_degree_2(const Rows& x, double coef0) {
  const Index d = x.dim();
  DenseMatrix z(x.size(), d * d + d + 1);
  for (Index i = 0; i < x.size(); ++i) {
    float* row = z.row(i);
    x.for_each_nonzero(i, [&](Index a, float u) {
      x.for_each_nonzero(i, [&](Index b, float v) { row[a * d + b] = u * v; });
      row[d * d + a] = static_cast<float>(std::sqrt(2 * coef0)) * u;
    });
    row[d * d + d] = static_cast<float>(coef0);
  }
  return z;
}

TEST(Libsvm, PolynomialKernelEqualsALinearOneOnTheExpandedFeatures) {
  const LabeledMatrix train = labelled_by_scores(200, 6, 2, 1), test = labelled_by_scores(500, 6, 2, 2);
  for (const double coef0 : {0.0, 1.0}) {
    const DenseMatrix z = expand_degree_2(train.x.view(), coef0),
                      z_test = expand_degree_2(test.x.view(), coef0);
    const Libsvm::Params params{.C = 0.1, .eps = 1e-6};
    const Trained kernel = Libsvm(params, PolynomialKernel{2, coef0}).train(view(train), 1);
    const Trained expanded = Libsvm(params, PolynomialKernel{1, 0}).train({z.view(), train.y}, 1);
    EXPECT_NEAR(kernel.report.objectives.at(0), expanded.report.objectives.at(0), 2e-5);
    EXPECT_EQ(kernel.model->predict(test.x.view()), expanded.model->predict(z_test.view()));
  }
}

TEST(Libsvm, DenseAndSparseRowsGiveTheSameModel) {
  const LabeledMatrix train = labelled_by_scores(200, 10, 4, 1), test = labelled_by_scores(200, 10, 4, 2);
  const DenseMatrix dense_train = to_dense(train.x), dense_test = to_dense(test.x);
  const Libsvm learner({}, PolynomialKernel{2, 1});
  const Trained sparse = learner.train(view(train), 1),
                dense = learner.train({dense_train.view(), train.y}, 1);
  EXPECT_EQ(sparse.report.messages, dense.report.messages);
  EXPECT_EQ(sparse.model->predict(test.x.view()), dense.model->predict(dense_test.view()));
}

TEST(Libsvm, ThreadsDoNotChangeLabels) {
  const LabeledMatrix train = labelled_by_scores(200, 10, 4, 1), test = labelled_by_scores(500, 10, 4, 2);
  const Trained trained = Libsvm({}, PolynomialKernel{2, 1}).train(view(train), 1);
  EXPECT_EQ(trained.model->predict(test.x.view(), 1), trained.model->predict(test.x.view(), 4));
}

TEST(Libsvm, CacheAndShrinkingDoNotChangeTheOptimum) {
  const LabeledMatrix train = labelled_by_scores(300, 10, 2, 1);
  const auto objective = [&](double cache_mb, bool shrinking) {
    return Libsvm({.C = 0.1, .eps = 1e-5, .cache_mb = cache_mb, .shrinking = shrinking},
                  PolynomialKernel{2, 1})
        .train(view(train), 1)
        .report.objectives.at(0);
  };
  EXPECT_NEAR(objective(100, true), objective(0.01, true), 1e-4);
  EXPECT_NEAR(objective(100, true), objective(100, false), 1e-4);
}

TEST(Libsvm, PrintsNothing) {
  const LabeledMatrix train = labelled_by_scores(100, 10, 2, 1);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Libsvm({}, PolynomialKernel{2, 1}).train(view(train), 1);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// Forty points in three dimensions with labels that mean nothing: ten million steps take about a second.
TEST(Libsvm, SaysWhenItStopsAtItsLimit) {
  LabeledMatrix train = labelled_by_scores(40, 3, 2, 1);
  RandomStream random(1, "labels");
  for (float& value : train.x.value) value *= 100;
  for (float& label : train.y) label = static_cast<float>(random.sign());

  testing::internal::CaptureStderr();
  const Trained trained = Libsvm({}, PolynomialKernel{4, 1}).train(view(train), 1);
  // The library's own word, which goes past the print callback.
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("reaching max number of iterations"));
  EXPECT_FALSE(trained.report.converged);
  EXPECT_EQ(trained.report.iterations, 10'000'000);
}

TEST(Libsvm, RejectsDataThatItCannotTrainOn) {
  const LabeledMatrix train = labelled_by_scores(20, 3, 2, 1);
  const std::vector<float> ones(20, 1);
  EXPECT_THAT(
      [&] {
        Libsvm({}, PolynomialKernel{2, 1}).train({train.x.view(), ones}, 1);
      },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("the label 1")));
  EXPECT_THROW(Libsvm({}, PolynomialKernel{0, 1}).train(view(train), 1), InputError);
}

}  // namespace
}  // namespace sketchbench
