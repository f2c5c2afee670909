#include <sketchbench/features/kernel_pca/operators/centred.hpp>

#include <gtest/gtest.h>

#include <sketchbench/features/kernel_pca/operators/gram_matrix.hpp>
#include <sketchbench/kernels/gram.hpp>
#include "features/kernel_pca/operators/operator_checks.hpp"

namespace sketchbench {
namespace {

TEST(Centred, IsTheGramMatrixBetweenTwoCentrings) {
  const Index m = 300;
  const DenseMatrix x = test::sample_rows(m, 3, 1, 1);
  const Kernel kernel = PolynomialKernel{2, 1};
  const GramMatrix a(kernel, x.view(), 1);
  const Centred centred(a, 1);
  const Eigen::MatrixXd centring = Eigen::MatrixXd::Identity(m, m) - Eigen::MatrixXd::Constant(m, m, 1.0 / m);
  const Eigen::MatrixXd exact = gram(kernel, x.view()), between = centring * exact * centring;
  const Eigen::MatrixXf vectors = test::sample_vectors(m, 5, 2), y = test::product(centred, vectors);
  EXPECT_LE((y.cast<double>() - between * vectors.cast<double>()).cwiseAbs().maxCoeff(),
            1e-5 * exact.cwiseAbs().rowwise().sum().maxCoeff());
  EXPECT_EQ(test::product(centred, vectors, 3), y);
  EXPECT_LE((centred.row_means() - exact.rowwise().mean()).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_NEAR(centred.mean(), exact.mean(), 1e-5);
}

TEST(Centred, SendsConstantVectorsToZero) {
  const DenseMatrix x = test::sample_rows(100, 3, 1, 3);
  const GramMatrix a(GaussianKernel{1}, x.view(), 1);
  EXPECT_EQ(test::product(Centred(a, 1), Eigen::MatrixXf::Constant(100, 2, 0.5f)),
            Eigen::MatrixXf::Zero(100, 2));
}

}  // namespace
}  // namespace sketchbench
