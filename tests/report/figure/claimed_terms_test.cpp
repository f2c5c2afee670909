#include <sketchbench/report/figure/claimed_terms.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

using testing::Each;

using Terms = std::vector<std::vector<double>>;

const std::vector<double> powers_of_two = {64, 128, 256, 512, 1024, 2048, 4096};

/// A value at each of them.
template <class Of>
std::vector<double> at_each(Of&& of) {
  std::vector<double> values;
  for (const double size : powers_of_two) values.push_back(of(size));
  return values;
}

double d_log_d(double D) { return D * std::log2(D); }

TEST(ClaimedTerms, FindTheFormulaThatTheNumbersWereMadeOf) {
  const auto measured = at_each([](double D) { return 3e-9 * d_log_d(D) + 2e-5; });
  const auto fit = fit_claimed_terms(powers_of_two, {at_each(d_log_d)}, measured);
  ASSERT_TRUE(fit);
  for (std::size_t i = 0; i < measured.size(); ++i) EXPECT_NEAR(fit->fitted[i] / measured[i], 1, 1e-6);
  EXPECT_NEAR(fit->growing_share, 1 - 2e-5 / measured.back(), 1e-6);
  EXPECT_LT(fit->largest_deviation, 1e-6);
  EXPECT_NEAR(fit->excess.value().exponent, 0, 1e-6);
  EXPECT_FALSE(fit->grow_faster());
}

// A plain power law through these has an exponent far from that of D log D, about 1.16 here: the constant
// part is most of the smaller numbers. That is no reason to doubt the claim.
TEST(ClaimedTerms, KnowWhatDoesNotGrow) {
  const auto measured = at_each([](double D) { return 1e-9 * d_log_d(D) + 1e-5; });
  const auto fit = fit_claimed_terms(powers_of_two, {at_each(d_log_d)}, measured);
  const auto plain = fit_power_law(powers_of_two, measured);
  EXPECT_LT(plain->exponent + *plain->exponent_error, 1.1);
  EXPECT_NEAR(fit->fitted_law->exponent, plain->exponent, 1e-6) << "the formula explains it";
  EXPECT_FALSE(fit->grow_faster());
}

TEST(ClaimedTerms, SeeGrowthBeyondTheClaim) {
  for (const double exponent : {1.5, 2.0}) {
    const auto measured = at_each([&](double D) { return 1e-9 * std::pow(D, exponent) + 1e-8; });
    const auto fit = fit_claimed_terms(powers_of_two, {at_each(d_log_d)}, measured);
    EXPECT_TRUE(fit->grow_faster()) << exponent;
    EXPECT_GT(fit->excess->exponent, 0.2) << exponent;
  }
}

TEST(ClaimedTerms, AreAnUpperBound) {
  const auto measured = at_each([](double D) { return 1e-6 * std::sqrt(D); });
  const auto fit = fit_claimed_terms(powers_of_two, {at_each(d_log_d)}, measured);
  EXPECT_FALSE(fit->grow_faster());
  EXPECT_GT(fit->largest_deviation, 0.05) << "it is not that formula";
  const auto constant =
      fit_claimed_terms(powers_of_two, {at_each(d_log_d)}, at_each([](double) { return 5.0; }));
  EXPECT_NEAR(constant->growing_share, 0, 1e-6);
  EXPECT_FALSE(constant->grow_faster());
}

// Noise of some per cent, fixed, is no growth.
TEST(ClaimedTerms, AreNotRefutedByScatter) {
  const std::vector<double> noise = {1.03, 0.98, 1.01, 0.96, 1.02, 0.99, 1.01};
  auto measured = at_each([](double n) { return 2e-7 * n; });
  for (std::size_t i = 0; i < measured.size(); ++i) measured[i] *= noise[i];
  const auto fit = fit_claimed_terms(powers_of_two, {at_each([](double n) { return n; })}, measured);
  EXPECT_FALSE(fit->grow_faster());
  EXPECT_NEAR(fit->largest_deviation, 0.04, 0.02);
}

TEST(ClaimedTerms, InProportionCountOnce) {
  const auto measured = at_each([](double n) { return n * n + 10 * n; });
  const Terms one = {at_each([](double n) { return n; }), at_each([](double n) { return n * n; })};
  Terms several = one;
  several.push_back(at_each([](double n) { return 7 * n; }));  // along n, n d and n D log D are one term
  several.push_back(at_each([](double) { return 3.0; }));      // and what has no n does not grow
  const auto fit = fit_claimed_terms(powers_of_two, one, measured),
             again = fit_claimed_terms(powers_of_two, several, measured);
  EXPECT_EQ(fit->fitted, again->fitted);
  EXPECT_LT(fit->largest_deviation, 1e-4) << "both terms are found";
}

TEST(ClaimedTerms, OfNothingAreNone) {
  EXPECT_FALSE(fit_claimed_terms({}, {}, {}));
  EXPECT_FALSE(fit_claimed_terms(powers_of_two, {}, std::vector<double>(7, 0.0)));
  const auto level = fit_claimed_terms(powers_of_two, {}, std::vector<double>(7, 2.0));
  EXPECT_THAT(level->fitted, Each(testing::DoubleNear(2, 1e-9)));
}

TEST(ClaimedTerms, OfOtherLengthsAreAnError) {
  EXPECT_THROW(fit_claimed_terms(powers_of_two, {{1, 2}}, std::vector<double>(7, 1.0)), Error);
  EXPECT_THROW(fit_claimed_terms(powers_of_two, {}, std::vector<double>{1}), Error);
  EXPECT_THROW(fit_claimed_terms(powers_of_two, {std::vector<double>(7, -1.0)}, std::vector<double>(7, 1.0)),
               Error);
}

}  // namespace
}  // namespace sketchbench
