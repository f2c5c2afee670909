#include <sketchbench/features/kernel_pca/pca_nystrom.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/kernel_pca/principal_directions.hpp>
#include <sketchbench/features/nystrom/nystrom_map.hpp>
#include "features/kernel_pca/matrices.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr const char* name = "pca_nystrom";

std::vector<Kernel> kernels() {
  return {PolynomialKernel{2, 1}, GaussianKernel{1}, LaplacianKernel{2}, CauchyKernel{1}};
}

MapRequest request(const Kernel& kernel, Index d_in, Index D, const ParameterValues& parameters = {}) {
  return {.d_in = d_in, .kernel = kernel, .D = D, .seed = 5, .parameters = parameters};
}

MatrixXd features(const FeatureMap& map, const DenseMatrix& x) {
  return test::matrix_of(test::mapped(map, x.view()));
}

// With all training rows for landmarks the Nystrom matrix is the kernel matrix.
TEST(PcaNystrom, OfAllRowsIsKernelPca) {
  const DenseMatrix train = test::sample_rows(60, 3, 1, 1);
  for (const Kernel& kernel : kernels())
    for (const char* const landmarks : {"uniform", "leverage", "rpcholesky"}) {
      const MatrixXd k = gram(kernel, train.view());
      const auto map =
          make_feature_map(name, request(kernel, 3, 8, {{"m", 60}, {"landmarks", landmarks}}), train.view());
      const MatrixXd z = features(*map, train);
      EXPECT_LT(test::largest(z * z.transpose() - test::best_of_rank(k, 8)), 1e-5 * test::largest(k))
          << kernel.display() << ' ' << landmarks;
      const VectorXd expected = Eigen::SelfAdjointEigenSolver<MatrixXd>(k).eigenvalues().tail(8).reverse();
      const auto found = map->facts().at("eigenvalues").get<std::vector<double>>();
      for (Index j = 0; j < 8; ++j)
        EXPECT_NEAR(found[static_cast<std::size_t>(j)], expected(j), 1e-5 * expected(0)) << kernel.display();
    }
}

TEST(PcaNystrom, OfFewerLandmarksHasTheLeadingPartOfTheirMatrix) {
  const DenseMatrix train = test::sample_rows(300, 4, 1, 1);
  for (const Kernel& kernel : kernels())
    for (const char* const landmarks : {"uniform", "leverage", "rpcholesky"}) {
      const auto map =
          make_feature_map(name, request(kernel, 4, 6, {{"m", 30}, {"landmarks", landmarks}}), train.view());
      EXPECT_EQ(map->facts().at("landmarks"), 30);
      const MatrixXd z = features(*map, train), k = gram(kernel, train.view());
      const MatrixXd products = z.transpose() * z;
      EXPECT_LT(test::largest(products - MatrixXd(products.diagonal().asDiagonal())), 1e-4 * products(0, 0))
          << "uncorrelated features";
      for (Index j = 1; j < 6; ++j)
        EXPECT_LE(products(j, j), products(j - 1, j - 1) * (1 + 1e-5) + 1e-5) << "largest first";
      const double least = Eigen::SelfAdjointEigenSolver<MatrixXd>(k - z * z.transpose()).eigenvalues()(0);
      EXPECT_GT(least, -1e-4 * products(0, 0)) << "below the kernel matrix: " << kernel.display();
    }
}

TEST(PcaNystrom, ThatIsCentredHasFeaturesOfMeanZero) {
  const DenseMatrix train = test::sample_rows(60, 3, 1, 1);
  for (const Kernel& kernel : kernels()) {
    const MatrixXd k = test::centred_kernel(gram(kernel, train.view()));
    const auto map = make_feature_map(name, request(kernel, 3, 8, {{"m", 60}, {"centred", 1}}), train.view());
    const MatrixXd z = features(*map, train);
    EXPECT_LT(test::largest(z.colwise().mean()), 1e-5) << kernel.display();
    EXPECT_LT(test::largest(z * z.transpose() - test::best_of_rank(k, 8)), 2e-5 * (1 + test::largest(k)))
        << kernel.display();
  }
}

TEST(PcaNystrom, OfRepeatedRowsHasZerosBehindTheirRank) {
  const DenseMatrix train = test::repeated_rows(60, 3, 5);
  for (const Kernel& kernel : kernels())
    for (const char* const landmarks : {"uniform", "leverage", "rpcholesky"}) {
      const auto map =
          make_feature_map(name, request(kernel, 3, 12, {{"m", 40}, {"landmarks", landmarks}}), train.view());
      const Json facts = map->facts();
      EXPECT_LE(facts.at("rank").get<int>(), 5) << kernel.display();
      const MatrixXd z = features(*map, train), k = gram(kernel, train.view());
      EXPECT_EQ(test::largest(z.rightCols(7)), 0) << kernel.display();
      EXPECT_LT(test::largest(z * z.transpose() - k), 1e-4 * test::largest(k)) << kernel.display();
    }
}

TEST(PcaNystrom, TakesFourTimesAsManyLandmarksAsFeaturesButNoMoreThanHalfOfTheRows) {
  const DenseMatrix train = test::sample_rows(60, 3, 1, 1);
  const auto landmarks = [&](Index D) {
    const auto map = make_feature_map(name, request(GaussianKernel{1}, 3, D), train.view());
    return map->facts().at("landmarks").get<Index>();
  };
  EXPECT_EQ(landmarks(5), 20);
  EXPECT_EQ(landmarks(20), 30);
  EXPECT_EQ(landmarks(45), 45);
}

TEST(PcaNystrom, RefusesWhatCannotBe) {
  const DenseMatrix train = test::sample_rows(19, 3, 1, 1);
  const auto made = [&](Index D, Index m) {
    return [&train, D, m] {
      make_feature_map(name, request(GaussianKernel{1}, 3, D, {{"m", m}}), train.view());
    };
  };
  EXPECT_THAT(made(20, 0), ThrowsMessage<InputError>(AllOf(HasSubstr("D is 20"), HasSubstr("19 training"))));
  EXPECT_THAT(made(10, 9), ThrowsMessage<InputError>(HasSubstr("m is 9, expected 0, or at least D = 10")));
  EXPECT_THAT(made(10, 20),
              ThrowsMessage<InputError>(AllOf(HasSubstr("m is 20"), HasSubstr("19 training rows"))));
}

TEST(PrincipalDirections, AreThoseOfTheFeaturesCovariance) {
  const DenseMatrix train = test::sample_rows(700, 3, 1, 1);
  const NystromMap nystrom(GaussianKernel{1}, train.view().slice(0, 15));
  MatrixXd f = test::matrix_of(test::mapped(nystrom, train.view()));
  for (const bool centred : {false, true}) {
    const PrincipalDirections found = principal_directions(nystrom, train.view(), 4, centred, 2);
    const VectorXd mean = f.colwise().mean();
    EXPECT_LT(test::largest(found.mean - (centred ? mean : VectorXd(VectorXd::Zero(15)))), 1e-12);
    if (centred) f.rowwise() -= mean.transpose();
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(f.transpose() * f);
    const MatrixXd expected = solver.eigenvectors().rightCols(4).rowwise().reverse();
    EXPECT_EQ(found.rank, 4);
    EXPECT_LT(test::largest((found.directions.transpose() * expected).cwiseAbs() - MatrixXd::Identity(4, 4)),
              1e-6);
    EXPECT_LT(test::largest(found.eigenvalues - solver.eigenvalues().tail(4).reverse()),
              1e-9 * f.squaredNorm());
  }
  EXPECT_THROW(principal_directions(nystrom, train.view(), 16, false), InputError);
}

}  // namespace
}  // namespace sketchbench
