#include <sketchbench/features/kernel_pca/fd_fourier.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/kernel_pca/principal_features.hpp>
#include "features/kernel_pca/matrices.hpp"

namespace sketchbench {
namespace {

using Eigen::MatrixXd;

constexpr const char* name = "fd_fourier";

MapRequest request(Index d_in, Index D) {
  return {.d_in = d_in, .kernel = GaussianKernel{1}, .D = D, .seed = 3};
}

MatrixXd fourier_features(const FeatureMap& map, const Rows& x) {
  return test::matrix_of(test::mapped(dynamic_cast<const PrincipalFeatures&>(map).features(), x));
}

// 2 D rows fill the sketch and do not shrink it: the features are those in the singular vectors.
TEST(FdFourier, OfFewRowsHasTheBestApproximationToTheirFourierFeatures) {
  const Index D = 12;
  const DenseMatrix train = test::sample_rows(2 * D, 4, 1, 1);
  const auto map = make_feature_map(name, request(4, D), train.view());
  EXPECT_EQ(map->facts().at("shrunk"), 0);
  const MatrixXd f = fourier_features(*map, train.view());
  EXPECT_EQ(f.cols(), 4 * D);
  const MatrixXd z = test::matrix_of(test::mapped(*map, train.view()));
  EXPECT_LT(test::largest(z * z.transpose() - test::best_of_rank(f * f.transpose(), D)), 1e-5);
}

// Ghashami & Phillips 2014, for the D leading directions of a sketch and the k-th best approximation.
TEST(FdFourier, LeavesLittleOfManyRows) {
  const Index D = 12;
  const DenseMatrix train = test::sample_rows(1500, 2, 1, 1);
  const auto map = make_feature_map(name, request(2, D), train.view());
  const Json facts = map->facts();
  EXPECT_GT(facts.at("shrunk"), 0);
  const MatrixXd f = fourier_features(*map, train.view());
  EXPECT_NEAR(facts.at("squared_norm").get<double>(), f.squaredNorm(), 1e-6 * f.squaredNorm());
  const Eigen::VectorXd squares =
      Eigen::SelfAdjointEigenSolver<MatrixXd>(f.transpose() * f).eigenvalues().reverse();
  const double left = f.squaredNorm() - test::matrix_of(test::mapped(*map, train.view())).squaredNorm();
  for (Index k = 1; k <= D / 2; ++k)
    EXPECT_LE(left, (1 + static_cast<double>(k) / static_cast<double>(D + 1 - k)) *
                            squares.tail(squares.size() - k).sum() +
                        1e-5 * f.squaredNorm())
        << k;
  const auto values = facts.at("eigenvalues").get<std::vector<double>>();
  const double shrunk = facts.at("shrunk");
  for (Index k = 0; k < D; ++k) {
    const double value = values[static_cast<std::size_t>(k)];
    EXPECT_LE(value, squares(k) * (1 + 1e-6)) << k;
    EXPECT_GE(value, squares(k) - shrunk - 1e-6 * squares(0)) << k;
  }
}

TEST(FdFourier, TakesNoMoreMemoryForMoreRows) {
  const FeatureMapKind& kind = find_feature_map(name);
  MapRequest few = request(20, 50), many = request(20, 50);
  few.n_train = 100;
  many.n_train = 1'000'000;
  EXPECT_EQ(bytes_in_use(kind, few), bytes_in_use(kind, many));
}

TEST(FdFourier, IsMadeOfRepeatedRows) {
  const DenseMatrix train = test::repeated_rows(60, 4, 3);
  const auto map = make_feature_map(name, request(4, 20), train.view());
  const MatrixXd f = fourier_features(*map, train.view());
  const MatrixXd z = test::matrix_of(test::mapped(*map, train.view()));
  EXPECT_LT(test::largest(z * z.transpose() - f * f.transpose()), 1e-5);
}

TEST(FdFourier, RefusesWhatCannotBe) {
  const DenseMatrix train = test::sample_rows(19, 4, 1, 1);
  EXPECT_THAT([&] { make_feature_map(name, request(4, 20), train.view()); },
              testing::ThrowsMessage<InputError>(
                  testing::AllOf(testing::HasSubstr("D is 20"), testing::HasSubstr("19 training rows"))));
  MapRequest few = request(4, 10);
  few.parameters["d"] = 9;
  EXPECT_THAT(
      [&] { make_feature_map(name, few, train.view()); },
      testing::ThrowsMessage<InputError>(testing::HasSubstr("d is 9, expected 0, or at least D = 10")));
}

}  // namespace
}  // namespace sketchbench
