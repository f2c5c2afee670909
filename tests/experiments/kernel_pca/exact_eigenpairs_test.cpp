#include "experiments/kernel_pca/exact_eigenpairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <sketchbench/core/json.hpp>
#include "experiments/cached_value.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

/// A diagonal matrix that counts the products it was asked for.
class Diagonal final : public SymmetricOperator {
 public:
  explicit Diagonal(Eigen::VectorXf values) : SymmetricOperator(values.size()), values_(std::move(values)) {}
  void multiply(const Eigen::MatrixXf& x, Eigen::MatrixXf& y, int /*threads*/) const override {
    ++products;
    y = values_.asDiagonal() * x;
  }
  std::size_t memory_bytes() const override { return 4 * static_cast<std::size_t>(values_.size()); }

  mutable int products = 0;

 private:
  Eigen::VectorXf values_;
};

/// 1, 1/2, 1/4, ...
Eigen::VectorXf halved(Index n) {
  Eigen::VectorXf values(n);
  for (Index k = 0; k < n; ++k) values[k] = std::ldexp(1.0f, -static_cast<int>(k));
  return values;
}

TEST(ExactEigenpairs, AreThoseOfTheMatrixAndTheNextValue) {
  const ExactEigenpairs pairs = exact_eigenpairs(Diagonal(halved(60)), 3, 1);
  ASSERT_EQ(pairs.values.size(), 4);
  ASSERT_EQ(pairs.components(), 3);
  for (Index k = 0; k < 4; ++k) EXPECT_NEAR(pairs.values[k], std::ldexp(1.0, -static_cast<int>(k)), 1e-5);
  for (Index k = 0; k < 3; ++k) EXPECT_NEAR(std::abs(pairs.vectors(k, k)), 1, 1e-5);
  EXPECT_TRUE(pairs.converged);
  EXPECT_LE(subspace_uncertainty(pairs, 3), 1e-4);
}

TEST(ExactEigenpairs, OfAllComponentsHaveNoNextValue) {
  const ExactEigenpairs pairs = exact_eigenpairs(Diagonal(halved(5)), 5, 1);
  EXPECT_EQ(pairs.values.size(), 5);
  EXPECT_EQ(pairs.components(), 5);
}

TEST(ExactEigenpairs, AreComputedOnce) {
  const testing_support::TemporaryFolder folder;
  const Diagonal matrix(halved(60));
  const Json key = {{"data", "abc"}};
  const ExactEigenpairs first = kept_exact_eigenpairs(folder.path(), key, matrix, 3, 1);
  const int products = matrix.products;
  EXPECT_GT(products, 0);
  const ExactEigenpairs again = kept_exact_eigenpairs(folder.path(), key, matrix, 3, 1);
  EXPECT_EQ(matrix.products, products);
  EXPECT_EQ(again.values, first.values) << "to the bit";
  EXPECT_EQ(again.vectors, first.vectors);
  EXPECT_EQ(again.residual, first.residual);
  static_cast<void>(kept_exact_eigenpairs(folder.path(), key, matrix, 4, 1));
  EXPECT_GT(matrix.products, products) << "other components are another value";
  EXPECT_EQ(inspect_cached_values(folder.path()).files, 2u);
}

TEST(IdentifiedComponents, EndWhereEigenvaluesCoincide) {
  const auto identified = [](std::initializer_list<double> list, Index l) {
    Eigen::VectorXd values(static_cast<Index>(list.size()));
    std::ranges::copy(list, values.begin());
    return identified_components(values, l);
  };
  EXPECT_EQ(identified({4, 3, 2, 1}, 3), 3);
  EXPECT_EQ(identified({4, 3, 3, 1}, 3), 3) << "coinciding ones on the same side of the cut";
  EXPECT_EQ(identified({4, 3, 2, 2}, 3), 2);
  EXPECT_EQ(identified({4, 3, 3, 3}, 3), 1);
  EXPECT_EQ(identified({4, 3, 1e-6, 0}, 3), 2) << "the rank is 2";
  EXPECT_EQ(identified({4, 3, 0}, 3), 2) << "of a matrix without a fourth";
  EXPECT_EQ(identified({4, 3, -1, -2}, 3), 2) << "not positive semi-definite";
  EXPECT_EQ(identified({1, 1, 1}, 2), 0);
}

TEST(SubspaceUncertainty, IsTheResidualOverTheGap) {
  ExactEigenpairs pairs{.values = Eigen::Vector3d(4, 2, 1), .vectors = Eigen::MatrixXd::Identity(9, 2)};
  pairs.residual = 1e-3;
  EXPECT_DOUBLE_EQ(subspace_uncertainty(pairs, 1), 4e-3 / 2);
  EXPECT_DOUBLE_EQ(subspace_uncertainty(pairs, 2), std::sqrt(2) * 4e-3 / 1);
  pairs.residual = 1;
  EXPECT_EQ(subspace_uncertainty(pairs, 2), 1) << "nothing is known";
}

}  // namespace
}  // namespace sketchbench
