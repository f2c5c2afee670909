#include <sketchbench/report/figure/power_law.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>

namespace sketchbench {
namespace {

const std::vector<double> sizes = {250, 500, 1000, 1500, 2000, 3000, 4000};

std::vector<double> law_at_sizes(double factor, double exponent) {
  std::vector<double> y;
  for (const double x : sizes) y.push_back(factor * std::pow(x, exponent));
  return y;
}

TEST(PowerLaw, FindsAnExactLaw) {
  for (const double exponent : {-0.5, 0.0, 1.0, 2.25}) {
    const auto law = fit_power_law(sizes, law_at_sizes(3e-6, exponent));
    ASSERT_TRUE(law.has_value());
    EXPECT_NEAR(law->exponent, exponent, 1e-12);
    EXPECT_NEAR(law->factor / 3e-6, 1, 1e-10);
    EXPECT_NEAR(law->exponent_error.value(), 0, 1e-10);
    EXPECT_EQ(law->points, 7);
    EXPECT_NEAR((*law)(777) / (3e-6 * std::pow(777, exponent)), 1, 1e-10);
  }
}

TEST(PowerLaw, AgreesWithAFitByHand) {
  // Logarithms to base 2: (0, 0), (1, 1), (2, 3). Slope 3/2, residuals 1/6, -1/3, 1/6, so the slope's
  // standard error is sqrt((1/6) / 1 / 2); Student's t at 97.5 % with one degree of freedom is 12.7062.
  const auto law = fit_power_law(std::vector<double>{1, 2, 4}, std::vector<double>{1, 2, 8});
  ASSERT_TRUE(law.has_value());
  EXPECT_NEAR(law->exponent, 1.5, 1e-12);
  EXPECT_NEAR(std::log2(law->factor), -1.0 / 6, 1e-12);
  EXPECT_NEAR(law->exponent_error.value(), 12.7062 * std::sqrt(1.0 / 12), 1e-4);
}

TEST(PowerLaw, UnitsDoNotChangeTheExponent) {
  std::vector<double> y = law_at_sizes(1, 1.3), x = sizes;
  y[2] *= 1.1;
  y[5] *= 0.95;
  const auto seconds = fit_power_law(sizes, y);
  for (double& v : y) v *= 1000;
  for (double& v : x) v /= 64;
  const auto milliseconds = fit_power_law(x, y);
  EXPECT_NEAR(milliseconds->exponent, seconds->exponent, 1e-12);
  EXPECT_NEAR(milliseconds->exponent_error.value(), seconds->exponent_error.value(), 1e-12);
}

TEST(PowerLaw, TheIntervalHoldsTheExponentAsOftenAsItSays) {
  constexpr int trials = 4000;
  int held = 0;
  for (int trial = 0; trial < trials; ++trial) {
    RandomStream random(1, "power_law_test", static_cast<std::uint64_t>(trial));
    std::vector<double> y = law_at_sizes(2e-5, 1.7);
    for (double& v : y) v *= std::exp(0.1 * random.normal());
    const auto law = fit_power_law(sizes, y);
    held += std::abs(law->exponent - 1.7) <= law->exponent_error.value() ? 1 : 0;
  }
  // The count is binomial with p = 0.95 exactly; five deviations: a false alarm has a probability below 1e-6.
  EXPECT_NEAR(held, 0.95 * trials, 5 * std::sqrt(trials * 0.95 * 0.05));
}

TEST(PowerLaw, WhatIsNoPowerLawWidensTheInterval) {
  std::vector<double> y;
  for (const double x : sizes) y.push_back(1000 + x);  // a constant cost beside a linear one
  const auto law = fit_power_law(sizes, y);
  EXPECT_GT(law->exponent_error.value(), 0.05);
}

TEST(PowerLaw, TwoPointsHaveALawButNoInterval) {
  const auto law = fit_power_law(std::vector<double>{10, 1000}, std::vector<double>{1, 100});
  ASSERT_TRUE(law.has_value());
  EXPECT_NEAR(law->exponent, 1, 1e-12);
  EXPECT_FALSE(law->exponent_error.has_value());
}

TEST(PowerLaw, ThereIsNoneWithoutTwoSizesOrWithoutLogarithms) {
  using Values = std::vector<double>;
  EXPECT_FALSE(fit_power_law({}, {}).has_value());
  EXPECT_FALSE(fit_power_law(Values{5}, Values{1}).has_value());
  EXPECT_FALSE(fit_power_law(Values{5, 5, 5}, Values{1, 2, 3}).has_value());
  EXPECT_FALSE(fit_power_law(Values{1, 2, 3}, Values{1, 0, 3}).has_value());
  EXPECT_FALSE(fit_power_law(Values{-1, 2, 3}, Values{1, 2, 3}).has_value());
  EXPECT_FALSE(
      fit_power_law(Values{1, 2, 3}, Values{1, std::numeric_limits<double>::infinity(), 3}).has_value());
  EXPECT_THROW(fit_power_law(Values{1, 2}, Values{1}), Error);
}

TEST(PowerLaw, HasAnIntervalAsWideAsItsConfidence) {
  const std::vector<double> x = {1, 2, 4, 8}, y = {1, 2.2, 3.7, 8.3};
  const auto at = [&](double confidence) { return *fit_power_law(x, y, confidence)->exponent_error; };
  EXPECT_EQ(at(0.95), *fit_power_law(x, y)->exponent_error);
  // Student's t with two degrees of freedom: tables have 4.303 at 95 % and 9.925 at 99 %.
  EXPECT_NEAR(at(0.99) / at(0.95), 9.925 / 4.303, 1e-3);
}

TEST(PowerLaw, IsWrittenWithItsInterval) {
  EXPECT_EQ(exponent_text({.factor = 1, .exponent = 1.083, .exponent_error = 0.026, .points = 4}),
            "1.08 ± 0.03");
  EXPECT_EQ(exponent_text({.factor = 1, .exponent = -0.5, .exponent_error = {}, .points = 2}), "−0.50");
  EXPECT_EQ(exponent_text(-0.001), "0.00");
}

}  // namespace
}  // namespace sketchbench
