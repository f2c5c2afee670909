#include <sketchbench/features/degree_measure.hpp>

#include <gtest/gtest.h>

#include <map>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

TEST(DegreeMeasure, PublishedHalvesFromDegreeToDegree) {
  const auto measure = DegreeMeasure::published({3, 1});
  ASSERT_EQ(measure.terms().size(), 4u);
  for (int n = 0; n <= 3; ++n) {
    const auto& term = measure.terms()[static_cast<std::size_t>(n)];
    EXPECT_EQ(term.degree, n);
    EXPECT_EQ(term.probability, std::pow(0.5, n + 1));
    EXPECT_EQ(term.coefficient, PolynomialKernel({3, 1}).maclaurin(n));
  }
}

TEST(DegreeMeasure, PublishedFromTwoIsForRandomMaclaurinH01) {
  const auto measure = DegreeMeasure::published({4, 2}, 2);
  ASSERT_EQ(measure.terms().size(), 3u);
  EXPECT_EQ(measure.terms()[0].degree, 2);
  EXPECT_EQ(measure.terms()[0].probability, 0.5);
  EXPECT_EQ(measure.terms()[2].probability, 0.125);
}

TEST(DegreeMeasure, HomogeneousKernelsHaveOneTerm) {
  const auto published = DegreeMeasure::published({4, 0}), restricted = DegreeMeasure::restricted({4, 0});
  ASSERT_EQ(published.terms().size(), 1u);
  EXPECT_EQ(published.terms()[0].degree, 4);
  EXPECT_EQ(published.terms()[0].probability, 1.0 / 32);
  ASSERT_EQ(restricted.terms().size(), 1u);
  EXPECT_EQ(restricted.terms()[0].probability, 1);
}

TEST(DegreeMeasure, RestrictedSumsToOne) {
  for (const int degree : {1, 2, 5, 40}) {
    const auto measure = DegreeMeasure::restricted({degree, 1});
    double sum = 0;
    for (const auto& term : measure.terms()) sum += term.probability;
    EXPECT_NEAR(sum, 1, 1e-15);
  }
}

// Each share of 200,000 draws is within 4.9 standard deviations with probability 1 - 1e-6; nine shares (seed
// fixed).
TEST(DegreeMeasure, DrawsFollowTheProbabilities) {
  constexpr int draws = 200'000;
  for (const auto& measure : {DegreeMeasure::published({3, 1}), DegreeMeasure::restricted({3, 1})}) {
    RandomStream stream(1, "test.degrees");
    std::map<int, double> hits;
    for (int i = 0; i < draws; ++i)
      if (const auto* term = measure.draw(stream)) ++hits[term->degree];
    for (const auto& term : measure.terms()) {
      const double p = term.probability;
      EXPECT_NEAR(hits[term.degree] / draws, p, 4.9 * std::sqrt(p * (1 - p) / draws))
          << "degree " << term.degree;
    }
  }
}

TEST(DegreeMeasure, EstimatesTheProjections) {
  const auto measure = DegreeMeasure::restricted({4, 0});
  EXPECT_EQ(measure.projections(1000), 4000);
  EXPECT_GT(DegreeMeasure::published({4, 1}).projections(1000), 0.8 * 1000);
}

TEST(DegreeMeasure, TellsTheMeanDegreeOfAFeature) {
  EXPECT_EQ(DegreeMeasure::restricted({4, 0}).mean_degree(), 4);
  EXPECT_EQ(DegreeMeasure::published({4, 0}).mean_degree(), 4.0 / 32) << "the others are left at zero";
  EXPECT_EQ(DegreeMeasure::published({2, 1}).mean_degree(), 1.0 / 4 + 2.0 / 8);
}

TEST(DegreeMeasure, RefusesCoefficientsBeyondDoublePrecision) {
  EXPECT_THROW(DegreeMeasure::published({2000, 1}), InputError);
}

}  // namespace
}  // namespace sketchbench
