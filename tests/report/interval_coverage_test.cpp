// How often the intervals that decide claims miss a true number. Each kind of number is made 20,000 times (10
// times as often with SKETCHBENCH_THOROUGH) from 3, 5, 10 and 30 values or values on either side, of each
// law; its interval is taken at Bonferroni's confidence for families of 1, 16 and 50 numbers. The misses of
// one number are binomial: with the promised probability or a smaller one, the limits here are exceeded with
// a probability of 1e-8. There are some 400 limits: all of them together raise a false alarm with a
// probability below 4e-6, and the seeds are fixed.
#include <gtest/gtest.h>

#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/report/claims/curve_comparison.hpp>
#include <sketchbench/report/contrast.hpp>
#include <sketchbench/report/mean_interval.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/verdicts/family.hpp>

namespace sketchbench {
namespace {

using Values = std::vector<double>;

constexpr std::array sizes = {3, 5, 10, 30};
constexpr std::array families = {1, 16, 50};
constexpr double false_alarm = 1e-8;

int trials() { return std::getenv("SKETCHBENCH_THOROUGH") != nullptr ? 200'000 : 20'000; }

/// A law with the numbers that intervals are to hold. `mean_logarithm`: of positive laws.
struct Law {
  std::string name;
  std::function<double(RandomStream&)> draw;
  double mean = 0, mean_logarithm = 0;

  Values values(RandomStream& random, int n) const {
    Values drawn(static_cast<std::size_t>(n));
    for (double& value : drawn) value = draw(random);
    return drawn;
  }
};

Law normal(double mean, double deviation) {
  return {"normal", [=](RandomStream& random) { return mean + deviation * random.normal(); }, mean};
}

/// Student's t with three degrees of freedom.
Law heavy_tailed() {
  return {"t3", [](RandomStream& random) {
            double squares = 0;
            for (int i = 0; i < 3; ++i) squares += std::pow(random.normal(), 2);
            return random.normal() / std::sqrt(squares / 3);
          }};
}

/// exp of a normal value with that deviation; of mean 1.
Law log_normal(double deviation) {
  const double centre = -deviation * deviation / 2;
  return {"log-normal " + std::to_string(deviation),
          [=](RandomStream& random) { return std::exp(centre + deviation * random.normal()); }, 1, centre};
}

Law exponential_values() {
  return {"exponential", [](RandomStream& random) { return -std::log1p(-random.uniform()); }, 1,
          -std::numbers::egamma};
}

/// The sum of four exponential ones over four.
Law gamma_values() {
  return {"gamma 4",
          [](RandomStream& random) {
            double sum = 0;
            for (int i = 0; i < 4; ++i) sum -= std::log1p(-random.uniform());
            return sum / 4;
          },
          1, 1 + 1.0 / 2 + 1.0 / 3 - std::numbers::egamma - std::log(4.0)};
}

/// An interval from newly drawn values, n of them or n on either side, at several confidences.
using Intervals = std::function<std::vector<MeanInterval>(RandomStream&, int n, const Values& confidences)>;

/// Whether the promise is kept at both ends together, or at each for half of it. The family's numbers are
/// independent here; Bonferroni's inequality is for any.
enum class Promise { both_ends, each_end };

int most_misses(double probability) {
  const boost::math::binomial law(trials(), probability);
  return static_cast<int>(boost::math::quantile(boost::math::complement(law, false_alarm)));
}

void expect_kept(const std::string& what, double truth, Promise promise, const Intervals& intervals) {
  Values confidences;
  for (const int family : families)
    confidences.push_back(bonferroni_confidence(static_cast<std::size_t>(family)));
  for (const int n : sizes) {
    RandomStream random(1, "test.coverage." + what, static_cast<std::uint64_t>(n));
    std::array<int, families.size()> below{}, above{};
    for (int trial = 0; trial < trials(); ++trial) {
      const std::vector<MeanInterval> made = intervals(random, n, confidences);
      for (std::size_t k = 0; k < made.size(); ++k) {
        below[k] += made[k].high < truth ? 1 : 0;
        above[k] += made[k].low > truth ? 1 : 0;
      }
    }
    for (std::size_t k = 0; k < families.size(); ++k) {
      const double level = family_level / families[k];
      const auto rate = [&](int misses) { return families[k] * misses / static_cast<double>(trials()); };
      EXPECT_LE(below[k] + above[k], most_misses(level))
          << what << ", n = " << n << ", family of " << families[k] << ": " << rate(below[k]) << " below, "
          << rate(above[k]) << " above";
      if (promise == Promise::both_ends) continue;
      for (const int misses : {below[k], above[k]})
        EXPECT_LE(misses, most_misses(level / 2))
            << what << ", n = " << n << ", family of " << families[k] << ": " << rate(misses);
    }
  }
}

template <class Interval>
Intervals of_sample(const Law& law, Interval interval) {
  return [=](RandomStream& random, int n, const Values& confidences) {
    const Values values = law.values(random, n);
    std::vector<MeanInterval> made;
    for (const double confidence : confidences) made.push_back(interval(values, confidence));
    return made;
  };
}

TEST(IntervalCoverage, OfMeans) {
  for (const Law& law : {normal(3, 2), heavy_tailed()})
    expect_kept("mean, " + law.name, law.mean, Promise::each_end, of_sample(law, mean_interval));
}

TEST(IntervalCoverage, OfMeansOfSkewedValues) {
  for (const Law& law :
       {log_normal(0.2), log_normal(0.5), log_normal(1), exponential_values(), gamma_values()})
    expect_kept("skewed mean, " + law.name, law.mean, Promise::both_ends,
                of_sample(law, positive_mean_interval));
}

// Runs with one seed share a factor; what is left is of the law.
TEST(IntervalCoverage, OfPairedRatiosAndDifferences) {
  for (const Law& law : {log_normal(0.2), log_normal(1), exponential_values()})
    expect_kept("paired ratio, " + law.name, std::log(0.6), Promise::each_end,
                [&](RandomStream& random, int n, const Values& confidences) {
                  Values logarithms(static_cast<std::size_t>(n));
                  for (double& one : logarithms) one = std::log(0.6 * law.draw(random) / law.draw(random));
                  std::vector<MeanInterval> made;
                  for (const double confidence : confidences)
                    made.push_back(mean_interval(logarithms, confidence));
                  return made;
                });
}

Intervals unpaired_ratio(const Law& one, const Law& other) {
  return [=](RandomStream& random, int n, const Values& confidences) {
    const std::array terms = {WeightedMean{1, *logarithms_of(sample_of(one.values(random, n)))},
                              WeightedMean{-1, *logarithms_of(sample_of(other.values(random, n)))}};
    std::vector<MeanInterval> made;
    for (const double confidence : confidences) made.push_back(contrast_interval(terms, confidence));
    return made;
  };
}

TEST(IntervalCoverage, OfUnpairedRatios) {
  for (const Law& law : {log_normal(0.2), log_normal(1), exponential_values()})
    expect_kept("ratio, " + law.name, 0, Promise::each_end, unpaired_ratio(law, law));
}

TEST(IntervalCoverage, OfUnpairedDifferences) {
  for (const Law& law : {normal(3, 2), heavy_tailed(), exponential_values()})
    expect_kept("difference, " + law.name, 0, Promise::each_end,
                [&](RandomStream& random, int n, const Values& confidences) {
                  const std::array terms = {WeightedMean{1, sample_of(law.values(random, n))},
                                            WeightedMean{-1, sample_of(law.values(random, n))}};
                  std::vector<MeanInterval> made;
                  for (const double confidence : confidences)
                    made.push_back(contrast_interval(terms, confidence));
                  return made;
                });
}

TEST(IntervalCoverage, OfShares) {
  const Law uniform{"uniform", [](RandomStream& random) { return random.uniform(); }};
  // A time in the sum of two: one exponential part of a whole whose rest takes three times as long is F's
  // law.
  const Law part_of_time{"part of a time", [](RandomStream& random) {
                           const double part = -std::log1p(-random.uniform());
                           return part / (part - 3 * std::log1p(-random.uniform()));
                         }};
  const Law narrow{"narrow",
                   [](RandomStream& random) { return 1 / (1 + std::exp(1 + 0.1 * random.normal())); }};
  const auto share = [](const Values& values, double confidence) { return *mean_share(values, confidence); };
  expect_kept("share, uniform", 0.5, Promise::each_end, of_sample(uniform, share));
  expect_kept("share, part of a time", 0.25, Promise::each_end, of_sample(part_of_time, share));
  expect_kept("share, narrow", 1 / (1 + std::exp(1.0)), Promise::each_end, of_sample(narrow, share));
}

// Maps with more features of a seed contain those with fewer: the errors of a run share most of their noise,
// and its scatter about a line is much smaller than that of the lines of other seeds.
TEST(IntervalCoverage, OfSlopesOverIndependentDraws) {
  for (const Law& law : {log_normal(0.3), exponential_values()})
    expect_kept("slope, " + law.name, -0.5, Promise::each_end,
                [&](RandomStream& random, int n, const Values& confidences) {
                  ClaimCurve curve;
                  for (const double l : {100.0, 200.0, 400.0, 800.0}) curve.points.push_back({.l = l});
                  for (int run = 1; run <= n; ++run) {
                    double product = 1;
                    for (CurvePoint& point : curve.points) {
                      product *= std::sqrt(law.draw(random));
                      point.value[run] = product / std::sqrt(point.l);
                    }
                  }
                  const double drift = law.mean_logarithm / 2 / std::numbers::ln2;  // of the product, along l
                  std::vector<MeanInterval> made;
                  for (const double confidence : confidences) {
                    const MeanInterval found = *curve_exponent(curve, false, confidence).number;
                    made.push_back({found.mean - drift, found.low - drift, found.high - drift});
                  }
                  return made;
                });
}

}  // namespace
}  // namespace sketchbench
