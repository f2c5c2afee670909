#include <sketchbench/features/fourier/vector_cosine.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

constexpr double bound = 1.2e-7;

struct Both {
  std::vector<float> cosine, sine;
};

Both of(const std::vector<float>& x, float scale = 1) {
  Both both{std::vector<float>(x.size()), std::vector<float>(x.size())};
  vector_sincos(x.data(), static_cast<Index>(x.size()), scale, both.cosine.data(), both.sine.data());
  return both;
}

void expect_exact(const std::vector<float>& x) {
  const Both both = of(x);
  std::vector<float> alone(x.size());
  vector_cos(x.data(), static_cast<Index>(x.size()), 1, alone.data());
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_NEAR(both.cosine[i], std::cos(double{x[i]}), bound) << x[i];
    ASSERT_NEAR(both.sine[i], std::sin(double{x[i]}), bound) << x[i];
    ASSERT_EQ(alone[i], both.cosine[i]);
  }
}

TEST(VectorCosine, IsExactToASingleDigitInEveryRange) {
  RandomStream random(1, "test.cosine");
  for (const double range : {1e-30, 1e-3, 1.0, 10.0, 1000.0, 1e4, 1.1e4, 1e6, 1e12, 1e38}) {
    std::vector<float> x(20'001);
    for (float& value : x) value = static_cast<float>(range * (2 * random.uniform() - 1));
    expect_exact(x);
  }
}

// Next to multiples of pi / 4, where one reduction changes into the next and where values are near 0.
TEST(VectorCosine, IsExactWhereTheReductionChanges) {
  std::vector<float> x;
  for (int k = -13'000; k <= 13'000; ++k) {
    const auto at = static_cast<float>(k * std::numbers::pi / 4);
    for (const float value : {std::nextafter(at, -1e9f), at, std::nextafter(at, 1e9f)}) x.push_back(value);
  }
  for (const float end : {1e4f, std::nextafter(1e4f, 2e4f), std::nextafter(1e4f, 0.0f)}) {
    x.push_back(end);
    x.push_back(-end);
  }
  expect_exact(x);
}

TEST(VectorCosine, IsExactAtZeroAndUndefinedBeyondNumbers) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const Both both = of({0.0f, -0.0f, infinity, -infinity, std::nanf("")});
  EXPECT_EQ(both.cosine[0], 1);
  EXPECT_EQ(both.sine[0], 0);
  EXPECT_EQ(both.cosine[1], 1);
  for (std::size_t i = 2; i < 5; ++i) {
    EXPECT_TRUE(std::isnan(both.cosine[i]));
    EXPECT_TRUE(std::isnan(both.sine[i]));
  }
}

TEST(VectorCosine, AValueDoesNotDependOnItsNeighbours) {
  RandomStream random(2, "test.cosine");
  std::vector<float> x(67);
  for (float& value : x) value = static_cast<float>(random.uniform() * (random.sign() > 0 ? 10 : 3e4));
  const Both together = of(x, 0.7f);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Both alone = of({x[i]}, 0.7f);
    EXPECT_EQ(together.cosine[i], alone.cosine[0]);
    EXPECT_EQ(together.sine[i], alone.sine[0]);
  }
}

TEST(VectorCosine, WritesInPlaceAndNothingElse) {
  for (const Index n : {0, 1, 7, 8, 16, 19}) {
    std::vector<float> x(static_cast<std::size_t>(n) + 1, 0.3f), sine(x.size(), -77.0f);
    vector_sincos(x.data(), n, 2, x.data(), sine.data());
    for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
      EXPECT_NEAR(x[i], 2 * std::cos(double{0.3f}), 2 * bound);
      EXPECT_NEAR(sine[i], 2 * std::sin(double{0.3f}), 2 * bound);
    }
    EXPECT_EQ(x.back(), 0.3f);
    EXPECT_EQ(sine.back(), -77.0f);
  }
}

}  // namespace
}  // namespace sketchbench
