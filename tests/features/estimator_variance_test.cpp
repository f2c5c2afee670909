#include <sketchbench/features/estimator_variance.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <tuple>
#include <vector>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/random_maclaurin.hpp>
#include <sketchbench/features/random_maclaurin_h01.hpp>
#include <sketchbench/features/tensor_sketch.hpp>
#include "features/sample_rows.hpp"

namespace sketchbench {
namespace {

/// <f(x_0), f(x_1)> over seeds 0 to `seeds` - 1.
template <class MakeMap>
test::Sample estimates(const DenseMatrix& x, int seeds, MakeMap&& make_map) {
  test::Sample sample;
  for (Seed seed = 0; seed < static_cast<Seed>(seeds); ++seed) {
    const DenseMatrix z = test::mapped(make_map(seed), x.view());
    sample.add(inner_product(z.view(), 0, z.view(), 1));
  }
  return sample;
}

PairMoments first_two(const DenseMatrix& x) { return pair_moments(x.view(), 0, x.view(), 1); }

TEST(PairMoments, AreTheSumsTheySay) {
  DenseMatrix x(2, 3);
  x.value = {1, -2, 0, 3, 0.5, 4};
  for (const PairMoments& pair : {first_two(x), pair_moments(to_sparse(x).view(), 0, x.view(), 1)}) {
    EXPECT_DOUBLE_EQ(pair.inner, 2);
    EXPECT_DOUBLE_EQ(pair.norm_x, 5);
    EXPECT_DOUBLE_EQ(pair.norm_y, 25.25);
    EXPECT_DOUBLE_EQ(pair.squares, 10);
  }
}

TEST(PairMoments, WithAConstantAreThoseOfTheLongerVectors) {
  const DenseMatrix x = test::sample_rows(2, 5, 1, 3);
  const double coef0 = 2.25;  // its root is a number that single precision holds
  DenseMatrix longer(2, 6);
  for (Index i = 0; i < 2; ++i) {
    std::copy_n(x.row(i), 5, longer.row(i));
    longer.row(i)[5] = 1.5f;
  }
  const PairMoments expected = first_two(longer), pair = with_constant(first_two(x), coef0);
  EXPECT_NEAR(pair.inner, expected.inner, 1e-12);
  EXPECT_NEAR(pair.norm_x, expected.norm_x, 1e-12);
  EXPECT_NEAR(pair.norm_y, expected.norm_y, 1e-12);
  EXPECT_NEAR(pair.squares, expected.squares, 1e-12);
}

class TensorSketchVariance : public testing::TestWithParam<std::tuple<int, int, double>> {};

// The sample variance over 20,000 seeds (fixed: 0 to 19,999) against the exact one, within 5 standard errors:
// 6e-7 for a normal law. Sample variances at degree 3 have heavier tails; the 12 comparisons together stay
// below 1e-3.
TEST_P(TensorSketchVariance, IsTheExactFormula) {
  const auto [degree, D, coef0] = GetParam();
  const PolynomialKernel kernel{degree, coef0};
  const DenseMatrix x = test::sample_rows(2, 4, 1, 11);
  const test::Sample sample =
      estimates(x, 20'000, [&, D = D](Seed seed) { return TensorSketch(4, kernel, D, seed); });
  EXPECT_NEAR(sample.variance(), tensor_sketch_variance(first_two(x), kernel, D),
              5 * sample.variance_error());
}

INSTANTIATE_TEST_SUITE_P(Shapes, TensorSketchVariance,
                         testing::Combine(testing::Values(1, 2, 3), testing::Values(8, 13),
                                          testing::Values(0.0, 1.0)));

TEST(TensorSketchVarianceFormula, IsLemma2ForDegree1AndBelowLemma3) {
  const std::vector<double> x = {1, -2, 0.5, 3}, y = {2, 1, -1, 0.25};
  double lemma2 = 0;
  PairMoments pair;
  for (std::size_t i = 0; i < 4; ++i) {
    pair.inner += x[i] * y[i];
    pair.norm_x += x[i] * x[i];
    pair.norm_y += y[i] * y[i];
    pair.squares += x[i] * x[i] * y[i] * y[i];
    for (std::size_t j = 0; j < 4; ++j)
      if (i != j) lemma2 += x[i] * x[i] * y[j] * y[j] + x[i] * y[i] * x[j] * y[j];
  }
  const PolynomialKernel linear{1, 0};
  for (const Index D : {1, 2, 10, 17}) {
    const double variance = tensor_sketch_variance(pair, linear, D);
    EXPECT_NEAR(variance, lemma2 / static_cast<double>(D), 1e-12 * lemma2);
    EXPECT_LE(variance, lemma6_variance(pair, linear, D));  // Lemma 3 is Lemma 6 at p = 1
  }
}

// Avron, Nguyen & Woodruff 2014, Lemma 1 (proof): E[(estimate - kappa)^2] <= (2 + 3^p) / D * |x|^2p |y|^2p.
TEST(TensorSketchVarianceFormula, IsBelowTheBoundOfAvronNguyenWoodruff) {
  const DenseMatrix rows = test::sample_rows(20, 6, 1, 5);
  for (Index i = 0; i + 1 < rows.n; ++i)
    for (int degree = 1; degree <= 6; ++degree)
      for (const Index D : {2, 5, 100}) {
        const PairMoments pair = pair_moments(rows.view(), i, rows.view(), i + 1);
        const double norms = (pair.norm_x + 1) * (pair.norm_y + 1);
        EXPECT_LE(tensor_sketch_variance(pair, {degree, 1}, D),
                  (2 + std::pow(3, degree)) / static_cast<double>(D) * std::pow(norms, degree));
      }
}

// Lemma 6 takes the product of signs S to be 4-wise independent. It is not for p >= 2 (S(1,1) S(1,2) S(2,1)
// S(2,2) = 1), and parallel x and y go beyond the bound: with n equal coordinates by a factor that depends on
// D, less a part of order 1 / n.
TEST(TensorSketchVarianceFormula, ExceedsLemma6ForParallelRows) {
  const double one = 1e-5;
  const PairMoments pair{.inner = 1, .norm_x = 1, .norm_y = 1, .squares = one};
  const auto excess = [&](int degree, Index D) {
    return tensor_sketch_variance(pair, {degree, 0}, D) / lemma6_variance(pair, {degree, 0}, D);
  };
  for (int degree = 1; degree <= 4; ++degree) {
    const double few = (std::pow(3, degree) - 1) / 2, many = std::pow(2, degree) - 1;
    EXPECT_NEAR(excess(degree, 1'000'000), many, 1e-3 * many);
    for (const Index D : {1, 2}) EXPECT_NEAR(excess(degree, D), few, 1e-3 * few) << "D = " << D;
    for (const Index D : {3, 4, 7, 64}) {
      const double share = (D % 2 == 0 ? 2.0 : 1.0) / static_cast<double>(D);
      const double between = (1 - share) * many + share * few;
      EXPECT_NEAR(excess(degree, D), between, 1e-3 * between) << "D = " << D;
    }
  }
}

// The factor for D = 1, where a Count Sketch is one sum of signs, over all signs of n equal coordinates: the
// estimate for x = y of length 1 is the product over p of (sum of signs)^2 / n, independent of each other.
TEST(TensorSketchVarianceFormula, IsThatOfSumsOfSignsWithOneFeature) {
  constexpr int n = 12;
  double fourth = 0;
  for (unsigned signs = 0; signs < 1u << n; ++signs)
    fourth += std::pow(2 * std::popcount(signs) - n, 4) / (1u << n);
  const PairMoments pair{.inner = 1, .norm_x = 1, .norm_y = 1, .squares = 1.0 / n};
  for (int degree = 1; degree <= 4; ++degree) {
    const double exact = std::pow(fourth / (n * n), degree) - 1;
    EXPECT_NEAR(tensor_sketch_variance(pair, {degree, 0}, 1), exact, 1e-9 * exact);
    EXPECT_EQ(exact > lemma6_variance(pair, {degree, 0}, 1), degree > 1);
  }
}

using Measure = RandomMaclaurin::Measure;

class MaclaurinVariance : public testing::TestWithParam<std::tuple<Measure, int, double>> {};

// As for Tensor Sketching: 12 comparisons of 5 standard errors of a sample variance over 20,000 fixed seeds,
// together below 1e-3. Few of the published form's features are not zero, which makes its tails heavier; D =
// 30 brings them down.
TEST_P(MaclaurinVariance, IsTheExactFormula) {
  const auto [measure, degree, coef0] = GetParam();
  const PolynomialKernel kernel{degree, coef0};
  const Index D = 30;
  const DenseMatrix x = test::sample_rows(2, 4, 1, 11);
  const test::Sample sample = estimates(
      x, 20'000, [&, measure = measure](Seed seed) { return RandomMaclaurin(measure, 4, kernel, D, seed); });
  EXPECT_NEAR(sample.variance(), RandomMaclaurin::variance(measure, kernel, D)(first_two(x)),
              5 * sample.variance_error());
}

INSTANTIATE_TEST_SUITE_P(Shapes, MaclaurinVariance,
                         testing::Combine(testing::Values(Measure::published, Measure::restricted),
                                          testing::Values(1, 2, 3), testing::Values(0.0, 1.0)));

// Two comparisons of 5 standard errors over 20,000 fixed seeds.
TEST(MaclaurinVarianceFormula, OfH01IsThatOfItsRandomFeatures) {
  const PolynomialKernel kernel{3, 1};
  const DenseMatrix x = test::sample_rows(2, 4, 1, 11);
  for (const Measure measure : {Measure::published, Measure::restricted}) {
    const test::Sample sample =
        estimates(x, 20'000, [&](Seed seed) { return RandomMaclaurinH01(4, kernel, 25, seed, measure); });
    EXPECT_NEAR(sample.variance(), RandomMaclaurinH01::variance(4, kernel, 25, measure)(first_two(x)),
                5 * sample.variance_error());
  }
}

// Degrees 2 and 3 are drawn with 1/2 and 1/4, or with 2/3 and 1/3: the second moments, variance and square of
// what the 20 random features estimate, are 4/3 of the restricted form's.
TEST(MaclaurinVarianceFormula, OfH01IsLessWhereDegreesAreRenormalised) {
  const PolynomialKernel kernel{3, 1};
  const PairMoments pair = first_two(test::sample_rows(2, 4, 1, 11));
  const double rest = 3 * pair.inner * pair.inner + pair.inner * pair.inner * pair.inner;
  const auto second_moment = [&](Measure measure) {
    return RandomMaclaurinH01::variance(4, kernel, 25, measure)(pair) + rest * rest / 20;
  };
  EXPECT_NEAR(second_moment(Measure::published) / second_moment(Measure::restricted), 4.0 / 3, 1e-12);
  const FeatureMapKind& kind = find_feature_map("random_maclaurin_h01");
  const MapRequest restricted{
      .d_in = 4, .kernel = kernel, .D = 25, .parameters = {{"measure", "restricted"}}};
  EXPECT_DOUBLE_EQ(kind.variance(with_defaults(restricted, kind))(pair),
                   maclaurin_variance(pair, DegreeMeasure::restricted(kernel, 2), 20));
}

// <w, x> <w, y> of a single coordinate is x_1 y_1 whatever the sign, so only the draw of the degree is left.
TEST(MaclaurinVarianceFormula, OfOneCoordinateAndOneDegreeIsZero) {
  const PairMoments pair{.inner = 6, .norm_x = 4, .norm_y = 9, .squares = 36};
  EXPECT_NEAR(maclaurin_variance(pair, DegreeMeasure::restricted({3, 0}), 10), 0, 1e-9);
  // P(N = 3) = 1/16: the variance of a Bernoulli variable, scaled to mean 6^3.
  EXPECT_NEAR(maclaurin_variance(pair, DegreeMeasure::published({3, 0}), 10), 15 * std::pow(6, 6) / 10, 1e-6);
}

TEST(FeatureMapKinds, KnowTheVariancesOfTheirMaps) {
  const PolynomialKernel kernel{3, 1};
  const DenseMatrix x = test::sample_rows(2, 4, 1, 11);
  const PairMoments pair = first_two(x);
  const auto of = [&](const char* name) {
    return find_feature_map(name).variance({.d_in = 4, .kernel = kernel, .D = 25})(pair);
  };
  EXPECT_DOUBLE_EQ(of("tensor_sketch"), tensor_sketch_variance(pair, kernel, 25));
  EXPECT_DOUBLE_EQ(of("random_maclaurin_published"),
                   maclaurin_variance(pair, DegreeMeasure::published(kernel), 25));
  EXPECT_DOUBLE_EQ(of("random_maclaurin_restricted"),
                   maclaurin_variance(pair, DegreeMeasure::restricted(kernel), 25));
  EXPECT_DOUBLE_EQ(of("random_maclaurin_h01"),
                   maclaurin_variance(pair, DegreeMeasure::published(kernel, 2), 20));
  EXPECT_DOUBLE_EQ(
      find_feature_map("tensor_sketch").stated_bound({.d_in = 4, .kernel = kernel, .D = 25})(pair),
      lemma6_variance(pair, kernel, 25));
}

}  // namespace
}  // namespace sketchbench
