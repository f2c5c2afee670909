#include <sketchbench/features/random_maclaurin_h01.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>
#include "features/results_of_version.hpp"
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(RandomMaclaurinH01, LowOrderBlockIsExact) {
  const Index d = 9, D = 40;
  const PolynomialKernel kernel{4, 2};
  const DenseMatrix x = test::sample_rows(3, d, 0.6, 1);
  const RandomMaclaurinH01 map(d, kernel, D, 5);
  EXPECT_EQ(map.low_order(), d + 1);
  for (const DenseMatrix& z : {test::mapped(map, x.view()), test::mapped(map, to_sparse(x).view())})
    for (Index i = 0; i < x.n; ++i) {
      EXPECT_FLOAT_EQ(z.row(i)[0], 4);  // sqrt(2^4)
      for (Index j = 0; j < d; ++j)
        EXPECT_FLOAT_EQ(z.row(i)[1 + j], std::sqrt(32.0f) * x.row(i)[j]);  // a_1 = 4 * 2^3
    }
}

// A zero of a dense row may have a sign, which sparse rows cannot store.
TEST(RandomMaclaurinH01, ZerosHaveNoSign) {
  DenseMatrix x(1, 3);
  x.value = {-0.0f, 0.0f, -2.0f};
  const DenseMatrix z = test::mapped(RandomMaclaurinH01(3, {2, 1}, 10, 5), x.view());
  EXPECT_FALSE(std::signbit(z.row(0)[1]));
  EXPECT_LT(z.row(0)[3], 0);
}

TEST(RandomMaclaurinH01, RestIsTheProductFormula) {
  const Index d = 9, D = 200;
  const PolynomialKernel kernel{4, 1};
  const DenseMatrix x = test::sample_rows(2, d, 1, 1);
  const RandomMaclaurinH01 map(d, kernel, D, 5);
  const DenseMatrix z = test::mapped(map, x.view());
  const Index count = D - d - 1;
  ASSERT_EQ(map.features().count(), count);
  for (Index f = 0; f < count; ++f) {
    const int N = map.features().degree(f);
    double product = 0;
    if (map.features().scale(f) != 0) {
      ASSERT_GE(N, 2);
      ASSERT_LE(N, 4);
      product = std::sqrt(kernel.maclaurin(N) * std::pow(2, N - 1) / static_cast<double>(count));
      for (int j = 0; j < N; ++j) {
        double sum = 0;
        for (Index k = 0; k < d; ++k) sum += map.features().sign(f, j, k) * double{x.row(0)[k]};
        product *= sum;
      }
    }
    EXPECT_NEAR(z.row(0)[d + 1 + f], product, 1e-5 * (1 + std::abs(product)));
  }
}

TEST(RandomMaclaurinH01, OfALinearKernelIsExact) {
  const DenseMatrix x = test::sample_rows(2, 6, 1, 1);
  const DenseMatrix z = test::mapped(RandomMaclaurinH01(6, {1, 3}, 12, 1), x.view());
  EXPECT_NEAR(inner_product(z.view(), 0, z.view(), 1), 3 + inner_product(x.view(), 0, x.view(), 1), 1e-5);
}

// sqrt(a_0) or sqrt(a_1) below single precision is 0, and its coordinates stay.
TEST(RandomMaclaurinH01, TermsThatVanishInSinglePrecisionKeepTheirCoordinates) {
  const DenseMatrix x = test::sample_rows(3, 4, 0.7, 1);
  for (const PolynomialKernel& kernel : {PolynomialKernel{1, 1e-300}, {2, 1e-120}, {3, 1e-100}, {20, 1e-10}})
    for (const DenseMatrix& z : {test::mapped(RandomMaclaurinH01(4, kernel, 12, 5), x.view()),
                                 test::mapped(RandomMaclaurinH01(4, kernel, 12, 5), to_sparse(x).view())})
      EXPECT_THAT(z.value, testing::Each(testing::Not(testing::IsNan()))) << kernel.degree;
}

TEST(RandomMaclaurinH01, NeedsRoomBesideTheLowOrderBlock) {
  EXPECT_THAT(
      [] {
        RandomMaclaurinH01(123, {2, 1}, 124, 1);
      },
      ThrowsMessage<InputError>(
          AllOf(HasSubstr("D = 124"), HasSubstr("d = 123"), HasSubstr("at least 125"))));
  EXPECT_NO_THROW(RandomMaclaurinH01(123, {2, 1}, 125, 1));
}

TEST(RandomMaclaurinH01, IsNotForHomogeneousKernels) {
  EXPECT_THAT(
      [] {
        RandomMaclaurinH01(10, {2, 0}, 100, 1);
      },
      ThrowsMessage<InputError>(HasSubstr("expected coef0 > 0")));
}

TEST(RandomMaclaurinH01, GivesTheResultsOfItsVersion) {
  test::expect_results_of_version(
      random_maclaurin_h01_kind(), 1,
      {{PolynomialKernel{2, 1}, 141.001576}, {PolynomialKernel{4, 1}, 1260.260917}});
}

}  // namespace
}  // namespace sketchbench
