#include "experiments/gram_error/measures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/kernels/gram.hpp>
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::message_of;

constexpr Index n = 600, d = 7;  // more rows than a block has
constexpr double lambda = 1e-3;

DenseMatrix random_rows(Seed seed) {
  RandomStream random(seed, "test.rows");
  DenseMatrix x(n, d);
  for (float& value : x.value) value = static_cast<float>(random.uniform() - 0.5);
  return x;
}

std::vector<float> random_signs(Seed seed) {
  RandomStream random(seed, "test.signs");
  std::vector<float> y;
  for (Index i = 0; i < n; ++i) y.push_back(static_cast<float>(random.sign()));
  return y;
}

Eigen::MatrixXd products(const DenseMatrix& z) {
  const Eigen::MatrixXd columns = columns_of(z.view());
  return columns.transpose() * columns;
}

/// lambda / 2 y^T (K + n lambda I)^-1 y by an LU factor of the whole matrix.
double naive_optimum(Eigen::MatrixXd kernel, const std::vector<float>& y) {
  const Eigen::VectorXd targets = Eigen::Map<const Eigen::VectorXf>(y.data(), n).cast<double>();
  kernel.diagonal().array() += n * lambda;
  return lambda / 2 * targets.dot(kernel.partialPivLu().solve(targets));
}

TEST(TrainingOptimum, IsThatOfTheDenseSystem) {
  const DenseMatrix x = random_rows(1);
  const std::vector<float> y = random_signs(2);
  const Eigen::MatrixXd kernel = gram(GaussianKernel{.sigma = 0.7}, x.view());
  const double expected = naive_optimum(kernel, y);
  EXPECT_NEAR(training_optimum(kernel, y, lambda, 1), expected, 1e-11 * expected);
  const double with_features = naive_optimum(products(x), y);
  EXPECT_NEAR(training_optimum(x.view(), y, lambda, 1), with_features, 1e-11 * with_features);
  EXPECT_LT(expected, 0.99 * with_features) << "the two are different problems";
}

// The bound that claims hold gaps against: |K - G| / (n lambda) times the root of the product of the optima.
TEST(TrainingOptimum, ChangesByNoMoreThanTheErrorOfTheKernelAllows) {
  const std::vector<float> y = random_signs(2);
  const DenseMatrix x = random_rows(1);
  const Eigen::MatrixXd kernel = products(x);
  const double with_kernel = naive_optimum(kernel, y);
  for (const float scale : {0.5f, 0.9f, 0.99f}) {
    DenseMatrix z = x;
    for (Index i = 0; i < n; ++i) z.row(i)[0] *= scale;  // one feature is too small
    const double gap = training_optimum(z.view(), y, lambda, 1) - with_kernel;
    const double error =
        (kernel - products(z)).norm();  // of rank 1: Frobenius' norm is the spectral one, or above
    EXPECT_GT(gap, 0);
    EXPECT_LE(gap, error / (n * lambda) * std::sqrt(with_kernel * (with_kernel + gap)) * (1 + 1e-9));
  }
}

TEST(TrainingOptimum, AllOfALinearKernelsFeaturesLeaveNoGap) {
  const DenseMatrix x = random_rows(3);
  const std::vector<float> y = random_signs(4);
  const double exact =
      training_optimum(gram(PolynomialKernel{.degree = 1, .coef0 = 0}, x.view()), y, lambda, 1);
  EXPECT_NEAR(training_optimum(x.view(), y, lambda, 1), exact, 1e-11 * exact);
}

TEST(TrainingOptimum, DoesNotDependOnThreads) {
  const DenseMatrix x = random_rows(5);
  const std::vector<float> y = random_signs(6);
  const Eigen::MatrixXd kernel = gram(GaussianKernel{.sigma = 0.7}, x.view());
  for (const int threads : {2, 5}) {
    EXPECT_EQ(training_optimum(kernel, y, lambda, threads), training_optimum(kernel, y, lambda, 1));
    EXPECT_EQ(training_optimum(x.view(), y, lambda, threads), training_optimum(x.view(), y, lambda, 1));
  }
}

TEST(TrainingOptimum, RefusesWhatHasNoFactor) {
  const Eigen::MatrixXd negative = -Eigen::MatrixXd::Identity(n, n);
  EXPECT_THAT(message_of<InputError>([&] { training_optimum(negative, random_signs(7), lambda, 1); }),
              HasSubstr("\"lambda\" 0.001"));
}

}  // namespace
}  // namespace sketchbench
