#include "experiments/sampling_theorems/projection_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using testing::HasSubstr;

DenseMatrix random_rows(Index n, Index d, Seed seed) {
  RandomStream random(seed, "test.rows");
  DenseMatrix x(n, d);
  for (float& value : x.value) value = static_cast<float>(random.normal());
  return x;
}

/// The same points, times `factor`, in as many dimensions as before.
Projection times(float factor) {
  return [factor](const Rows& x, Index /*s*/, Seed /*seed*/) {
    DenseMatrix shown(x.size(), x.dim());
    for (Index i = 0; i < x.size(); ++i)
      for (Index j = 0; j < x.dim(); ++j)
        shown.row(i)[j] = factor * x.dense_row(i)[static_cast<std::size_t>(j)];
    return shown;
  };
}

TEST(ProjectionTheorem, HasThePapersDimension) {
  // 6 / (1/8 - 1/24) = 72.
  EXPECT_EQ((ProjectionTheorem{.epsilon = 0.5, .beta = 1}.s(10)),
            static_cast<Index>(std::ceil(72 * std::log(10.0))));
}

TEST(PairErrors, InequalityThreeDoesNotFollowFromLengthsAlone) {
  // x and y of length 1 at 120 degrees. A linear map with these products keeps |x|^2, |y|^2 and |x - y|^2
  // within 1 -+ epsilon, and is off by 5/4 epsilon (|x|^2 + |y|^2) in the inner product.
  constexpr double epsilon = 0.1;
  const auto one = [](double value) { return Eigen::MatrixXd::Constant(1, 1, value); };
  const PairGeometry exact{.inner = one(-0.5), .norm_x = one(1), .norm_y = one(1)},
      shown{.inner = one(-0.5 + 2.5 * epsilon), .norm_x = one(1 + epsilon), .norm_y = one(1 + epsilon)};
  const PairErrors errors = pair_errors(exact, shown);
  EXPECT_NEAR(errors.distance, epsilon, 1e-12);
  EXPECT_NEAR(errors.inner, 1.25 * epsilon, 1e-12);
}

TEST(PairErrors, AreThoseOfEveryPair) {
  const DenseMatrix x = random_rows(6, 4, 1), y = random_rows(5, 4, 2);
  const DenseMatrix x_shown = random_rows(6, 3, 3), y_shown = random_rows(5, 3, 4);
  double distance = 0, inner = 0;
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 5; ++j) {
      const auto geometry = [&](const DenseMatrix& a, const DenseMatrix& b) {
        const double product = inner_product(a.view(), i, b.view(), j),
                     norms = squared_norm(a.view(), i) + squared_norm(b.view(), j);
        return std::pair(product, norms);
      };
      const auto [product, norms] = geometry(x, y);
      const auto [shown_product, shown_norms] = geometry(x_shown, y_shown);
      inner = std::max(inner, std::abs(2 * shown_product - product) / norms);
      distance =
          std::max(distance, std::abs(2 * (shown_norms - 2 * shown_product) / (norms - 2 * product) - 1));
    }
  const PairErrors errors =
      pair_errors(pair_geometry(x.view(), y.view(), 1), pair_geometry(x_shown.view(), y_shown.view(), 1), 2);
  EXPECT_NEAR(errors.distance, distance, 1e-9);
  EXPECT_NEAR(errors.inner, inner, 1e-9);
}

TEST(PairErrors, PointsThatCoincideHaveNoRelativeError) {
  const DenseMatrix x = random_rows(1, 4, 1);
  const PairGeometry same = pair_geometry(x.view(), x.view(), 1);
  EXPECT_EQ(pair_errors(same, same).distance, 0);
  const DenseMatrix zero(1, 4);
  const PairGeometry nothing = pair_geometry(zero.view(), zero.view(), 1);
  EXPECT_EQ(pair_errors(nothing, nothing).inner, 0);
}

class CheckProjectionTest : public testing::Test {
 protected:
  std::vector<TheoremCheck> check(const Projection& projection) const {
    return check_projection(x.view(), y.view(), {.epsilon = 0.5, .beta = 1}, 10, projection, 1);
  }
  const DenseMatrix x = random_rows(6, 4, 1), y = random_rows(5, 4, 2);
};

TEST_F(CheckProjectionTest, HoldsForWhatKeepsLengths) {
  const auto all = check(times(1));
  ASSERT_EQ(all.size(), 4u);
  for (const std::size_t q : {0, 1}) {
    EXPECT_EQ(all[q].verdict(), TheoremVerdict::not_refuted);
    EXPECT_EQ(all[q].decisive.measured, 0);
    EXPECT_DOUBLE_EQ(all[q].decisive.bound, 0.5);
    EXPECT_NEAR(all[q].statement.allowed.value(), 1.0 / 11, 1e-12);
    EXPECT_THAT(all[q].remark, HasSubstr("no fewer dimensions"));
  }
}

TEST_F(CheckProjectionTest, AsPrintedLengthsAreOffByTheRatioOfDimensions) {
  const double s = *check(times(1))[0].statement.s;
  const TheoremCheck printed = check(times(1))[2];
  EXPECT_EQ(printed.statement.quantity, "distances, as printed");
  EXPECT_EQ(printed.verdict(), TheoremVerdict::fails);
  EXPECT_NEAR(printed.decisive.measured, s / 4 - 1, 1e-6);
}

TEST_F(CheckProjectionTest, FailsForWhatChangesLengths) {
  const auto all = check(times(2));
  EXPECT_EQ(all[0].verdict(), TheoremVerdict::fails);
  EXPECT_NEAR(all[0].decisive.measured, 3, 1e-5);
  EXPECT_EQ(all[0].broken, 10);
}

TEST(CheckProjection, DoesNotApplyToOnePointOnEitherSide) {
  // 1 + 1 + 1 vectors, and n^2 / 2 = 2.
  const DenseMatrix x = random_rows(1, 4, 1), y = random_rows(1, 4, 2);
  for (const TheoremCheck& check :
       check_projection(x.view(), y.view(), {.epsilon = 0.5, .beta = 1}, 3, times(1), 1))
    EXPECT_EQ(check.verdict(), TheoremVerdict::hypothesis_not_met);
}

}  // namespace
}  // namespace sketchbench
