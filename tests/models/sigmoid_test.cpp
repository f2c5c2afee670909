#include <sketchbench/models/probabilities.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

struct Labelled {
  std::vector<double> scores;
  std::vector<bool> first;
};

/// Labels drawn with the probabilities of a sigmoid.
Labelled drawn_from(const Sigmoid& sigmoid, int n, Seed seed) {
  RandomStream random(seed, "test.sigmoid");
  Labelled sample;
  for (int i = 0; i < n; ++i) {
    sample.scores.push_back(2 * random.normal());
    sample.first.push_back(random.uniform() < sigmoid(sample.scores.back()));
  }
  return sample;
}

TEST(Logistic, IsExactAtBothEnds) {
  EXPECT_EQ(logistic(0), 0.5);
  EXPECT_EQ(logistic(1000), 0);
  EXPECT_EQ(logistic(-1000), 1);
  EXPECT_NEAR(logistic(40) / std::exp(-40), 1, 1e-12);
  EXPECT_NEAR(logistic(-3) + logistic(3), 1, 1e-15);
}

// 20,000 rows tell A and B to about 0.03 (standard error); 0.2 is six of them: 1e-8 for a false alarm.
TEST(FitOfASigmoid, FindsTheOneThatLabelsWereDrawnFrom) {
  const Sigmoid truth{.A = -1.5, .B = 0.5};
  const Labelled sample = drawn_from(truth, 20'000, 1);
  const Sigmoid fitted = fit_sigmoid(sample.scores, sample.first);
  EXPECT_NEAR(fitted.A, truth.A, 0.2);
  EXPECT_NEAR(fitted.B, truth.B, 0.2);
}

TEST(FitOfASigmoid, IsTheMinimumOfItsLoss) {
  for (Seed seed = 1; seed <= 10; ++seed) {
    const Labelled sample = drawn_from({.A = -0.3 * static_cast<double>(seed), .B = 1}, 50, seed);
    const Sigmoid at = fit_sigmoid(sample.scores, sample.first);
    const double least = sigmoid_loss(at, sample.scores, sample.first);
    const std::vector<std::pair<int, int>> directions = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}};
    for (const double step : {1e-1, 1e-2, 1e-3})
      for (const auto& [a, b] : directions)
        EXPECT_GT(sigmoid_loss({at.A + step * a, at.B + step * b}, sample.scores, sample.first), least)
            << seed;
  }
}

// Where a score separates the classes, the smoothed targets keep the slope finite.
TEST(FitOfASigmoid, StaysFiniteOnSeparableAndOnConstantScores) {
  const Sigmoid separable = fit_sigmoid(std::vector<double>{-2, -1, 1, 2}, {false, false, true, true});
  EXPECT_LT(separable.A, 0);
  EXPECT_NEAR(separable(2), 0.75, 0.15);  // the targets are 3/4 and 1/4
  const Sigmoid constant = fit_sigmoid(std::vector<double>(10, 3.0), std::vector<bool>(10, true));
  EXPECT_TRUE(std::isfinite(constant.A) && std::isfinite(constant.B));
  EXPECT_NEAR(constant(3), 11.0 / 12, 1e-3);
  const Sigmoid large = fit_sigmoid(std::vector<double>{-1e150, 1e150, 2e150}, {false, true, true});
  EXPECT_TRUE(std::isfinite(large.A) && std::isfinite(large.B));
}

TEST(FitOfASigmoid, RefusesScoresThatAreNone) {
  EXPECT_THROW(fit_sigmoid({}, {}), InputError);
  EXPECT_THROW(fit_sigmoid(std::vector<double>{1, 2}, {true}), InputError);
  EXPECT_THROW(fit_sigmoid(std::vector<double>{std::numeric_limits<double>::quiet_NaN(), 2}, {true, false}),
               InputError);
}

}  // namespace
}  // namespace sketchbench
