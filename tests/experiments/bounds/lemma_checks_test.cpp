#include "experiments/bounds/lemma_checks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/features/count_sketch_bounds.hpp>
#include "support/thread_starts.hpp"

namespace sketchbench {
namespace {

// The checker is given estimators that are no feature maps: laws that keep or break one lemma each. Seeds are
// fixed. A check may say "fails" of what is true with probability 1e-4, so the test of an honest estimator,
// with 7 checks, is wrong with probability below 1e-3.

constexpr Index features = 512;
constexpr Index seeds = 20'000;

/// A vector of d equal coordinates, length 1.
PointPair flat_point(double d) {
  return {.name = "flat",
          .moments = {.inner = 1, .norm_x = 1, .norm_y = 1, .squares = 1 / d},
          .one_norm_x = std::sqrt(d),
          .one_norm_y = std::sqrt(d),
          .largest = 1 / std::sqrt(d)};
}

std::vector<PointPair> some_pairs() {
  return {flat_point(1e6),
          {.name = "near",
           .moments = {.inner = 2.5, .norm_x = 3, .norm_y = 2.2, .squares = 0.1},
           .one_norm_x = 9,
           .one_norm_y = 7},
          {.name = "orthogonal",
           .moments = {.inner = 0, .norm_x = 5, .norm_y = 1, .squares = 0},
           .one_norm_x = 6,
           .one_norm_y = 2}};
}

double deviation(const PointPair& pair) { return std::sqrt(lemma2_variance(pair.moments, features)); }

/// Draws an estimate for each pair from its own stream.
template <class Draw>
Estimator estimator_of(const std::vector<PointPair>& pairs, Draw draw) {
  return [&pairs, draw](Seed seed, std::span<double> estimates) {
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      RandomStream random(seed, "test.estimator", k);
      estimates[k] = draw(pairs[k], random);
    }
  };
}

double honest(const PointPair& pair, RandomStream& random) {
  return pair.moments.inner + deviation(pair) * random.normal();
}

template <class Draw>
std::vector<BoundCheck> checks_of(Draw draw, Index count = seeds) {
  const std::vector<PointPair> pairs = some_pairs();
  return check_lemmas(pairs, draw_estimates(estimator_of(pairs, draw), pairs.size(), count, 1), 1, features,
                      {});
}

BoundVerdict verdict(const std::vector<BoundCheck>& checks, const char* lemma, const char* quantity) {
  const auto found = std::find_if(checks.begin(), checks.end(), [&](const BoundCheck& check) {
    return check.lemma == lemma && check.quantity == quantity;
  });
  if (found == checks.end()) throw Error(std::string("no check of Lemma ") + lemma + ", " + quantity);
  return found->verdict;
}

TEST(CheckLemmas, HoldForAnHonestEstimator) {
  const std::vector<BoundCheck> checks = checks_of(honest);
  EXPECT_EQ(checks.size(), 7u);
  for (const BoundCheck& check : checks)
    EXPECT_EQ(check.verdict, BoundVerdict::holds) << "Lemma " << check.lemma << ", " << check.quantity;
}

TEST(CheckLemmas, FewSeedsCannotTell) {
  const std::vector<BoundCheck> checks = checks_of(honest, 500);
  EXPECT_EQ(verdict(checks, "2", "bias"), BoundVerdict::cannot_tell);
  EXPECT_EQ(verdict(checks, "2", "variance"), BoundVerdict::cannot_tell);
  EXPECT_EQ(verdict(checks, "3", "variance"), BoundVerdict::cannot_tell);
}

TEST(CheckLemmas, SeeAnInflatedVariance) {
  const std::vector<BoundCheck> checks = checks_of([](const PointPair& pair, RandomStream& random) {
    return pair.moments.inner + std::sqrt(1.3) * deviation(pair) * random.normal();
  });
  EXPECT_EQ(verdict(checks, "2", "variance"), BoundVerdict::fails);
  EXPECT_EQ(verdict(checks, "3", "variance"), BoundVerdict::fails);
  EXPECT_EQ(verdict(checks, "2", "bias"), BoundVerdict::holds);
}

TEST(CheckLemmas, SeeADeflatedVariance) {
  const std::vector<BoundCheck> checks = checks_of([](const PointPair& pair, RandomStream& random) {
    return pair.moments.inner + std::sqrt(0.7) * deviation(pair) * random.normal();
  });
  EXPECT_EQ(verdict(checks, "2", "variance"), BoundVerdict::fails);  // an equality
  EXPECT_EQ(verdict(checks, "3", "variance"), BoundVerdict::holds);
}

/// Checks at degree 2 of normal estimates whose variance is `factor` times variance(pair).
template <class Variance>
std::vector<BoundCheck> checks_of_degree_2(const std::vector<PointPair>& pairs, double factor,
                                           Variance variance) {
  const auto draw = [&](const PointPair& pair, RandomStream& random) {
    return pair.moments.inner * pair.moments.inner +
           std::sqrt(factor * variance(pair.moments)) * random.normal();
  };
  return check_lemmas(pairs, draw_estimates(estimator_of(pairs, draw), pairs.size(), seeds, 1), 2, features,
                      {});
}

double exact_of_degree_2(const PairMoments& pair) {
  return tensor_sketch_variance(pair, {.degree = 2}, features);
}

double corrected_of_degree_2(const PairMoments& pair) { return corrected_variance_bound(pair, 2, features); }

TEST(CheckLemmas, TellLemma6FromWhatHoldsInItsPlace) {
  const std::vector<BoundCheck> checks = checks_of_degree_2(some_pairs(), 1, exact_of_degree_2);
  EXPECT_EQ(verdict(checks, "6", "variance"), BoundVerdict::fails);
  EXPECT_EQ(verdict(checks, "6 corrected", "variance"), BoundVerdict::holds);
  EXPECT_EQ(verdict(checks, "6 corrected", "variance by norms"), BoundVerdict::holds);
}

TEST(CheckLemmas, SeeAVarianceBeyondTheCorrectedBound) {
  const std::vector<BoundCheck> checks = checks_of_degree_2(some_pairs(), 1.3, corrected_of_degree_2);
  EXPECT_EQ(verdict(checks, "6 corrected", "variance"), BoundVerdict::fails);
  // For the flat vector the two bounds are the same.
  EXPECT_EQ(verdict(checks, "6 corrected", "variance by norms"), BoundVerdict::fails);
}

// x = (1, 1), y = (1, -1): the corrected bound is 0 there, the variance is not.
TEST(CheckLemmas, DoNotHoldTheCorrectedBoundAgainstPairsThatItDoesNotSpeakOf) {
  const std::vector<PointPair> pairs = {{.name = "signs",
                                         .moments = {.inner = 0, .norm_x = 2, .norm_y = 2, .squares = 2},
                                         .one_norm_x = 2,
                                         .one_norm_y = 2}};
  for (const BoundCheck& check : checks_of_degree_2(pairs, 1, exact_of_degree_2)) {
    if (check.lemma != "6 corrected") continue;
    const bool by_norms = check.quantity == "variance by norms";
    EXPECT_EQ(check.verdict, by_norms ? BoundVerdict::holds : BoundVerdict::conditions_not_met);
    EXPECT_EQ(check.remark.empty(), by_norms);
  }
}

TEST(CheckLemmas, SeeABiasAndDoNotTakeItForVariance) {
  const std::vector<BoundCheck> checks = checks_of([](const PointPair& pair, RandomStream& random) {
    return pair.moments.inner + deviation(pair) * (0.1 + random.normal());
  });
  EXPECT_EQ(verdict(checks, "2", "bias"), BoundVerdict::fails);
  EXPECT_EQ(verdict(checks, "2", "variance"), BoundVerdict::holds);
  EXPECT_EQ(verdict(checks, "3", "variance"), BoundVerdict::holds);
}

// Mean and variance are right, but all of the variance is in outliers of size 1: four in a thousand estimates
// are off by the kernel's own value.
TEST(CheckLemmas, SeeHeavyTailsBehindARightVariance) {
  const std::vector<BoundCheck> checks = checks_of(
      [](const PointPair& pair, RandomStream& random) {
        const double size = std::sqrt(pair.moments.norm_x * pair.moments.norm_y),
                     share = deviation(pair) / size;
        return pair.moments.inner + (random.uniform() < share * share ? size * random.sign() : 0.0);
      },
      60'000);
  EXPECT_EQ(verdict(checks, "10", "tail"), BoundVerdict::fails);
  EXPECT_NE(verdict(checks, "2", "bias"), BoundVerdict::fails);
  EXPECT_NE(verdict(checks, "2", "variance"), BoundVerdict::fails);
  EXPECT_NE(verdict(checks, "3", "variance"), BoundVerdict::fails);
  EXPECT_EQ(verdict(checks, "8", "largest"), BoundVerdict::holds);
}

TEST(CheckLemmas, SeeASingleEstimateOutOfRange) {
  const std::vector<PointPair> pairs = some_pairs();
  Estimates estimates = draw_estimates(estimator_of(pairs, honest), pairs.size(), seeds, 1);
  const double range = lemma8_largest(pairs[1].one_norm_x, pairs[1].one_norm_y, 1);
  estimates[1][77] = -1.001 * range;
  const auto checks = check_lemmas(pairs, estimates, 1, features, {});
  EXPECT_EQ(verdict(checks, "8", "largest"), BoundVerdict::fails);
  EXPECT_EQ(verdict(checks, "9", "tail of averages"), BoundVerdict::holds);
}

TEST(CheckLemmas, SeeAveragesThatDoNotAverageOut) {
  const std::vector<BoundCheck> checks = checks_of([](const PointPair& pair, RandomStream& random) {
    const double range = lemma8_largest(pair.one_norm_x, pair.one_norm_y, 1);
    return random.uniform() < 0.8 ? range : -range;
  });
  EXPECT_EQ(verdict(checks, "9", "tail of averages"), BoundVerdict::fails);
  EXPECT_EQ(verdict(checks, "8", "largest"), BoundVerdict::holds);
}

// The sketch of a single coordinate is exact: every average is the kernel's value, which is Lemma 8's R^2p. A
// sum in place of an average would be off by more than Lemma 9 allows.
TEST(CheckLemmas, TakeAveragesAndNotSums) {
  const std::vector<PointPair> pairs = {{.name = "one coordinate",
                                         .moments = {.inner = 4, .norm_x = 4, .norm_y = 4, .squares = 16},
                                         .one_norm_x = 2,
                                         .one_norm_y = 2}};
  for (const Index averages : {2, 10, 100}) {
    const Estimates exact(1, std::vector<double>(2000, 4.0));
    const auto checks = check_lemmas(pairs, exact, 1, features, {.averages = averages});
    EXPECT_NE(verdict(checks, "9", "tail of averages"), BoundVerdict::fails) << averages;
  }
}

TEST(CheckLemmas, SeeLargeRelativeErrors) {
  const std::vector<BoundCheck> checks = checks_of([](const PointPair& pair, RandomStream& random) {
    return pair.moments.inner + 2 * deviation(pair) * random.normal();
  });
  EXPECT_EQ(verdict(checks, "7", "tail"), BoundVerdict::fails);
}

TEST(CheckLemmas, NameThePairThatDecides) {
  const std::vector<BoundCheck> checks = checks_of([](const PointPair& pair, RandomStream& random) {
    return pair.moments.inner + (pair.name == "near" ? 2 : 1) * deviation(pair) * random.normal();
  });
  const auto variance =
      std::find_if(checks.begin(), checks.end(), [](const BoundCheck& check) { return check.lemma == "3"; });
  EXPECT_EQ(variance->decisive->pair, "near");
  EXPECT_EQ(variance->failing, 1);
  EXPECT_EQ(variance->pairs, 3);
}

TEST(CheckLemmas, SaysWhichConditionOfLemma10IsNotMet) {
  const auto remark = [](const PointPair& point, Index D) {
    const std::vector<PointPair> pairs = {point};
    const Estimates estimates(1, std::vector<double>(fewest_values, 1.0));
    for (const BoundCheck& check : check_lemmas(pairs, estimates, 1, D, {}))
      if (check.lemma == "10") {
        EXPECT_EQ(check.verdict, BoundVerdict::conditions_not_met);
        return check.remark;
      }
    return std::string();
  };
  EXPECT_NE(remark(flat_point(1e4), 64).find("asks for D >= 100"), std::string::npos);
  EXPECT_NE(remark(flat_point(100), 512).find("x^(p) has a coordinate of 0.1"), std::string::npos);
}

TEST(DrawEstimates, DoNotDependOnThreads) {
  const std::vector<PointPair> pairs = some_pairs();
  const Estimator estimator = estimator_of(pairs, honest);
  EXPECT_EQ(draw_estimates(estimator, pairs.size(), 100, 1), draw_estimates(estimator, pairs.size(), 100, 3));
}

TEST(DrawEstimates, UseTheThreadsThatTheyAreGiven) {
  if (!testing_support::counts_threads) GTEST_SKIP() << "a sanitizer starts threads itself";
  const std::vector<PointPair> pairs = some_pairs();
  for (const int threads : {1, 3}) {
    const testing_support::ThreadStarts starts;
    draw_estimates(estimator_of(pairs, honest), pairs.size(), 100, threads);
    EXPECT_EQ(starts.count(), threads - 1);
  }
}

TEST(DrawEstimates, RefuseWhatIsNotFinite) {
  const Estimator overflowing = [](Seed seed, std::span<double> estimates) {
    estimates[0] = seed == 50 ? HUGE_VAL : 1;
  };
  EXPECT_THROW(draw_estimates(overflowing, 1, 100, 1), Error);
}

}  // namespace
}  // namespace sketchbench
