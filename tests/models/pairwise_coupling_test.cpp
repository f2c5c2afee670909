#include <sketchbench/models/probabilities.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

std::vector<double> drawn_probabilities(std::size_t classes, RandomStream& random) {
  std::vector<double> p;
  for (std::size_t a = 0; a < classes; ++a) p.push_back(std::exp(2 * random.normal()));
  const double sum = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& one : p) one /= sum;
  return p;
}

/// What is minimised, by its definition.
double disagreement(const std::vector<double>& p, const std::vector<double>& of_pairs) {
  double sum = 0;
  for (std::size_t a = 0; a < p.size(); ++a)
    for (std::size_t b = 0; b < p.size(); ++b) {
      if (a == b) continue;
      const double r = of_pairs[pair_number(std::min(a, b), std::max(a, b), p.size())];
      const double of_a = a < b ? r : 1 - r;
      sum += std::pow((1 - of_a) * p[a] - of_a * p[b], 2);
    }
  return sum;
}

TEST(PairNumber, CountsInTheOrderOfTheScores) {
  for (const std::size_t classes : {2u, 3u, 7u}) {
    std::size_t number = 0;
    for (std::size_t a = 0; a < classes; ++a)
      for (std::size_t b = a + 1; b < classes; ++b) EXPECT_EQ(pair_number(a, b, classes), number++);
  }
}

TEST(CoupledProbabilities, AreThoseThatConsistentPairsComeFrom) {
  RandomStream random(1, "test.pairwise_coupling");
  for (const std::size_t classes : {2u, 3u, 4u, 10u, 50u}) {
    const std::vector<double> p = drawn_probabilities(classes, random);
    std::vector<double> of_pairs;
    for (std::size_t a = 0; a < classes; ++a)
      for (std::size_t b = a + 1; b < classes; ++b) of_pairs.push_back(p[a] / (p[a] + p[b]));
    const std::vector<double> coupled = coupled_probabilities(of_pairs, classes);
    for (std::size_t a = 0; a < classes; ++a) EXPECT_NEAR(coupled[a], p[a], 1e-11) << a << " of " << classes;
  }
}

TEST(CoupledProbabilities, MinimiseTheDisagreementOfPairsThatAreNot) {
  RandomStream random(2, "test.pairwise_coupling");
  for (const std::size_t classes : {3u, 4u, 6u})
    for (int draw = 0; draw < 20; ++draw) {
      std::vector<double> of_pairs(classes * (classes - 1) / 2);
      for (double& r : of_pairs) r = random.uniform();
      const std::vector<double> p = coupled_probabilities(of_pairs, classes);
      EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-12);
      const double least = disagreement(p, of_pairs);
      for (std::size_t a = 0; a < classes; ++a) {
        EXPECT_GE(p[a], 0);
        for (std::size_t b = 0; b < classes; ++b)
          for (const double step : {1e-2, 1e-3}) {
            if (a == b) continue;
            std::vector<double> other = p;
            other[a] += step;
            other[b] -= step;
            EXPECT_GT(disagreement(other, of_pairs), least);
          }
      }
    }
}

TEST(CoupledProbabilities, OfPairsThatAreCertain) {
  EXPECT_THAT(coupled_probabilities(std::vector<double>{1, 1, 1}, 3),
              ElementsAre(DoubleNear(1, 1e-6), DoubleNear(0, 1e-6), DoubleNear(0, 1e-6)));
  // Each wins against the next: nothing tells them apart.
  EXPECT_THAT(coupled_probabilities(std::vector<double>{1, 0, 1}, 3),
              ElementsAre(DoubleNear(1.0 / 3, 1e-9), DoubleNear(1.0 / 3, 1e-9), DoubleNear(1.0 / 3, 1e-9)));
}

}  // namespace
}  // namespace sketchbench
