#include <sketchbench/features/kernel_pca/model/pca_coefficients.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/kernel_pca/model/rounded_coefficients.hpp>
#include "features/kernel_pca/matrices.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigenpairs eigenpairs(const MatrixXd& k, Index l) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(k);
  return {.values = solver.eigenvalues().tail(l).reverse(),
          .vectors = solver.eigenvectors().rightCols(l).rowwise().reverse()};
}

/// The features of the training rows.
MatrixXd features(const MatrixXd& k, const PcaCoefficients& model) {
  MatrixXd z = k * model.coefficients.cast<double>();
  if (model.offsets.size() > 0) z.rowwise() -= model.offsets.transpose();
  return z;
}

MatrixXd some_kernel(Index m = 60) { return gram(GaussianKernel{1}, test::sample_rows(m, 3, 1, 1).view()); }

TEST(PcaCoefficients, GiveTheBestApproximationOfTheKernelMatrix) {
  const MatrixXd k = some_kernel();
  for (const Index l : {1, 7, 20}) {
    const PcaCoefficients model = pca_coefficients(eigenpairs(k, l));
    const MatrixXd z = features(k, model);
    EXPECT_EQ(model.rank, l);
    EXPECT_EQ(model.nonzero_share, 1);
    EXPECT_LT(test::largest(z * z.transpose() - test::best_of_rank(k, l)), 1e-5) << l;
  }
}

TEST(PcaCoefficients, OfTheCentredKernelGiveFeaturesOfMeanZero) {
  const MatrixXd k = some_kernel(), centred = test::centred_kernel(k);
  const PcaCoefficients model = pca_coefficients(eigenpairs(centred, 8), {.row_means = k.rowwise().mean()});
  const MatrixXd z = features(k, model);
  EXPECT_LT(test::largest(z.colwise().mean()), 1e-6);
  EXPECT_LT(test::largest(z * z.transpose() - test::best_of_rank(centred, 8)), 1e-5);
}

TEST(PcaCoefficients, OfEigenvaluesThatAreNotAboveRoundingAreZero) {
  const MatrixXd v = eigenpairs(some_kernel(), 6).vectors;
  Eigenpairs pairs{.values = VectorXd(6), .vectors = v};
  pairs.values << 4, 1, 5e-6, 3e-6, 0, -2;
  const PcaCoefficients model = pca_coefficients(pairs);
  EXPECT_EQ(model.rank, 3) << "1e-6 of the largest is between the third and the fourth";
  EXPECT_EQ(test::largest(model.coefficients.rightCols(3).cast<double>()), 0);
  EXPECT_LT(test::largest(model.coefficients.col(1).cast<double>() - v.col(1)), 1e-7);
  pairs.values << -1, -2, -3, -4, -5, -6;
  EXPECT_EQ(pca_coefficients(pairs).rank, 0);
  pairs.values.setZero();
  const PcaCoefficients none = pca_coefficients(pairs);
  EXPECT_EQ(none.rank, 0);
  EXPECT_EQ(none.nonzero_share, 0);
  EXPECT_TRUE(none.coefficients.isZero(0));
}

TEST(PcaCoefficients, AreRoundedEachWithAStreamOfItsOwn) {
  const Eigenpairs pairs = eigenpairs(some_kernel(200), 4);
  const PcaCoefficients model = pca_coefficients(pairs, {.rounding = 6, .seed = 9});
  Index nonzeros = 0;
  for (Index k = 0; k < 4; ++k) {
    const VectorXd expected =
        rounded_coefficients(pairs.vectors.col(k), 6, 9, static_cast<std::uint64_t>(k)) /
        std::sqrt(pairs.values(k));
    nonzeros += (expected.array() != 0).count();
    EXPECT_LT(test::largest(model.coefficients.col(k).cast<double>() - expected), 1e-6) << k;
  }
  EXPECT_DOUBLE_EQ(model.nonzero_share, static_cast<double>(nonzeros) / 800);
  EXPECT_LT(model.nonzero_share, 0.9);
}

// The offsets are those of the rounded coefficients, which do not add up to 0.
TEST(PcaCoefficients, ThatAreRoundedStillGiveFeaturesOfMeanZero) {
  const MatrixXd k = some_kernel(200);
  const PcaCoefficients model = pca_coefficients(eigenpairs(test::centred_kernel(k), 4),
                                                 {.row_means = k.rowwise().mean(), .rounding = 6});
  EXPECT_LT(test::largest(features(k, model).colwise().mean()), 1e-6);
}

TEST(PcaCoefficients, AreRefusedForEigenvaluesThatAreNoNumbers) {
  Eigenpairs pairs = eigenpairs(some_kernel(), 2);
  pairs.values(0) = std::nan("");
  EXPECT_THROW(pca_coefficients(pairs), InputError);
}

}  // namespace
}  // namespace sketchbench
