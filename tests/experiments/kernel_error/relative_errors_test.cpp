#include "experiments/kernel_error/relative_errors.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include "experiments/kernel_error/predicted_errors.hpp"
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

/// Rows in (0, 1), whose inner products are all positive.
DenseMatrix positive_rows(Index n, Index d, Seed seed) {
  DenseMatrix x = test::sample_rows(n, d, 1, seed);
  for (float& value : x.value) value = std::abs(value);
  return x;
}

TEST(KernelPairs, HaveTheKernelAndTheMomentsOfTheirRows) {
  const PolynomialKernel kernel{3, 0.5};
  const DenseMatrix x = test::sample_rows(9, 7, 0.6, 1);
  const CsrMatrix sparse = to_sparse(x);
  const KernelPairs pairs(sparse.view(), kernel);
  EXPECT_EQ(pairs.rows(), 9);
  EXPECT_EQ(pairs.used(), 36);
  EXPECT_EQ(pairs.left_out(), 0);
  int visited = 0;
  pairs.for_each([&](Index i, Index j) {
    ASSERT_LT(i, j);
    ++visited;
    const PairMoments expected = pair_moments(x.view(), i, x.view(), j), found = pairs.moments(i, j);
    EXPECT_NEAR(found.inner, expected.inner, 1e-12);
    EXPECT_NEAR(found.norm_x, expected.norm_x, 1e-12);
    EXPECT_NEAR(found.norm_y, expected.norm_y, 1e-12);
    EXPECT_NEAR(found.squares, expected.squares, 1e-12);
    EXPECT_NEAR(pairs.kappa(i, j), kernel(x.view(), i, x.view(), j), 1e-12);
  });
  EXPECT_EQ(visited, 36);
}

TEST(KernelPairs, LeaveOutOrthogonalRowsUnlessThereIsAConstant) {
  DenseMatrix x(3, 2);
  x.value = {1, 0, 0, 1, 1e-6f, 1};  // one small kernel value, which stays
  const KernelPairs homogeneous(x.view(), PolynomialKernel{2, 0});
  EXPECT_EQ(homogeneous.left_out(), 1);
  EXPECT_EQ(homogeneous.kappa(0, 1), 0);
  EXPECT_NEAR(homogeneous.kappa(0, 2), 1e-12, 1e-18);
  EXPECT_EQ(KernelPairs(x.view(), PolynomialKernel{2, 1}).left_out(), 0);
}

// 2^60 + 1 - 2^60 is 0 or 1 in double precision, by the order of the sum. Neither is an inner product to
// divide by.
TEST(KernelPairs, LeaveOutWhatIsZeroUpToRounding) {
  const float big = std::ldexp(1.0f, 30);
  DenseMatrix x(2, 3);
  x.value = {big, 1, big, big, 1, -big};
  EXPECT_EQ(KernelPairs(x.view(), PolynomialKernel{1, 0}).used(), 0);
}

// 70 rows are more than one block of the Gram matrix. Single precision: 1e-7 for each of the 5 products.
TEST(RelativeErrors, AreTheMeansOverAllPairs) {
  const DenseMatrix x = positive_rows(70, 4, 1), z = test::sample_rows(70, 5, 1, 2);
  const KernelPairs pairs(x.view(), PolynomialKernel{2, 0});
  double sum = 0, squares = 0;
  int count = 0;
  for (Index i = 0; i < 70; ++i)
    for (Index j = i + 1; j < 70; ++j, ++count) {
      const double kappa = std::pow(inner_product(x.view(), i, x.view(), j), 2);
      const double error = inner_product(z.view(), i, z.view(), j) / kappa - 1;
      sum += std::abs(error);
      squares += error * error;
    }
  const RelativeErrors errors = relative_errors(pairs, z);
  EXPECT_NEAR(errors.mean, sum / count, 1e-5 * sum / count);
  EXPECT_NEAR(errors.mean_square, squares / count, 1e-5 * squares / count);
  EXPECT_FALSE(errors.mean_square_beyond_bound);
}

TEST(RelativeErrors, LeaveOutTheSamePairsAsTheKernel) {
  DenseMatrix x(3, 2), z(3, 1);
  x.value = {1, 0, 0, 1, 1, 1};
  z.value = {1, 100, 3};  // the pair (0, 1) would have an error of 100
  const RelativeErrors errors = relative_errors(KernelPairs(x.view(), PolynomialKernel{1, 0}), z);
  EXPECT_DOUBLE_EQ(errors.mean, (2 + 299) / 2.0);
}

TEST(PredictedErrors, AreTheMeansTheySay) {
  const DenseMatrix x = positive_rows(6, 4, 3);
  const KernelPairs pairs(x.view(), PolynomialKernel{2, 0});
  const PairVariance variance = [](const PairMoments& pair) { return pair.norm_x * pair.norm_y; };
  double squares = 0, deviations = 0;
  for (Index i = 0; i < 6; ++i)
    for (Index j = i + 1; j < 6; ++j) {
      const double norms = squared_norm(x.view(), i) * squared_norm(x.view(), j);
      const double kappa = std::pow(inner_product(x.view(), i, x.view(), j), 2);
      squares += norms / (kappa * kappa) / 15;
      deviations += std::sqrt(norms) / kappa / 15;
    }
  const PredictedErrors predicted = predict(pairs, variance);
  EXPECT_NEAR(predicted.mean_square, squares, 1e-12 * squares);
  EXPECT_NEAR(predicted.mean_deviation, deviations, 1e-12 * deviations);
}

TEST(PredictedErrors, AreNeverMadeOfVariancesThatAreNoNumbers) {
  const DenseMatrix x = positive_rows(3, 4, 3);
  const KernelPairs pairs(x.view(), PolynomialKernel{2, 0});
  for (const double beyond : {std::nan(""), HUGE_VAL})
    EXPECT_THROW(predict(pairs, [=](const PairMoments&) { return beyond; }), InputError) << beyond;
}

TEST(BoundExcess, CountsAndWeighsThePairsBeyondTheBound) {
  DenseMatrix x(3, 1), z(3, 1);
  x.value = {1, 2, 3};
  z.value = {1, 3, 3};
  const KernelPairs pairs(x.view(), PolynomialKernel{1, 0});  // kappa = 2, 3, 6; errors 1, 0, 3
  const PairVariance bound = [](const PairMoments&) { return 2.0; };
  const BoundExcess excess(
      pairs, [](const PairMoments& pair) { return pair.inner; }, bound);
  EXPECT_EQ(excess.pairs(), 2);  // 2 is not beyond 2
  EXPECT_DOUBLE_EQ(excess.largest_ratio(), 3);
  EXPECT_DOUBLE_EQ(excess.mean_ratio(), (1.5 + 3) / 2);
  EXPECT_DOUBLE_EQ(relative_errors(pairs, z, &excess).mean_square_beyond_bound.value(), (0 + 9.0 / 2) / 2);

  const BoundExcess none(
      pairs, [](const PairMoments&) { return 1.0; }, bound);
  EXPECT_EQ(none.pairs(), 0);
  EXPECT_DOUBLE_EQ(none.largest_ratio(), 0.5);
  EXPECT_FALSE(relative_errors(pairs, z, &none).mean_square_beyond_bound);
}

}  // namespace
}  // namespace sketchbench
