// How often the intervals that decide claims miss a true number. Each kind of number is made 5,000 times (20
// times as often with SKETCHBENCH_THOROUGH) from 3, 5, 10 and 30 values or values on either side, of each
// law; its interval is taken at Bonferroni's confidence for families of 1, 16 and 50 numbers. The misses of
// one number are binomial: with the promised probability or a smaller one, the limits here are exceeded with
// a probability of 1e-8. There are some 400 limits: all of them together raise a false alarm with a
// probability below 4e-6, and the seeds are fixed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <sketchbench/core/random.hpp>
#include <sketchbench/report/claims/curve_comparison.hpp>
#include <sketchbench/report/contrast.hpp>
#include <sketchbench/report/figure/power_law.hpp>
#include <sketchbench/report/mean_interval.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/verdicts/family.hpp>

namespace sketchbench {
namespace {

using Values = std::vector<double>;

constexpr std::array sizes = {3, 5, 10, 30};
constexpr std::array families = {1, 16, 50};
constexpr double false_alarm = 1e-8;

int trials() { return std::getenv("SKETCHBENCH_THOROUGH") != nullptr ? 100'000 : 5'000; }

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

Law squares_of_normal_values() {
  return {"squared normal", [](RandomStream& random) { return std::pow(random.normal(), 2); }, 1};
}

std::vector<Law> skewed_laws() {
  return {log_normal(0.2),      log_normal(0.5), log_normal(1),
          exponential_values(), gamma_values(),  squares_of_normal_values()};
}

/// An interval from newly drawn values, n of them or n on either side, at several confidences.
using Intervals = std::function<std::vector<MeanInterval>(RandomStream&, int n, const Values& confidences)>;

/// Whether the promise is kept at both ends together, or at each for half of it. The family's numbers are
/// independent here; Bonferroni's inequality is for any.
enum class Promise { both_ends, each_end };

int most_misses(double probability, int of = trials()) {
  const boost::math::binomial law(of, probability);
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
  for (const Law& law : skewed_laws())
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

/// Slopes of curves with n runs that make() draws, less the true one.
Intervals slopes(const std::function<void(RandomStream&, ClaimCurve&, int)>& draw_run) {
  return [=](RandomStream& random, int n, const Values& confidences) {
    ClaimCurve curve;
    for (const double l : {25.0, 50.0, 100.0, 200.0}) curve.points.push_back({.l = l});
    for (int run = 1; run <= n; ++run) draw_run(random, curve, run);
    std::vector<MeanInterval> made;
    for (const double confidence : confidences)
      made.push_back(*curve_exponent(curve, false, confidence).number);
    return made;
  };
}

// Maps with more features of a seed contain those with fewer: the errors of a run share most of their noise,
// and its scatter about a line is much smaller than that of the lines of other seeds. Here a run's curve is a
// random walk about l^-1/2, or the mean of the first l of its exponential values, whose logarithm has the
// mean digamma(l) - log(l).
TEST(IntervalCoverage, OfSlopesOverIndependentDraws) {
  const Law step = log_normal(0.3);
  const auto walk = [&](RandomStream& random, ClaimCurve& curve, int run) {
    double product = 1;
    for (CurvePoint& point : curve.points) {
      product *= step.draw(random) / std::exp(step.mean_logarithm);
      point.value[run] = product / std::sqrt(point.l);
    }
  };
  expect_kept("slope of a walk", -0.5, Promise::each_end, slopes(walk));
  const auto nested_mean = [](RandomStream& random, ClaimCurve& curve, int run) {
    double sum = 0, count = 0;
    for (CurvePoint& point : curve.points) {
      for (; count < point.l; ++count) sum -= std::log1p(-random.uniform());
      point.value[run] = sum / count;
    }
  };
  const Values l = {25, 50, 100, 200};
  Values typical;
  for (const double one : l) typical.push_back(std::exp(boost::math::digamma(one)) / one);
  expect_kept("slope of nested means", fit_power_law(l, typical)->exponent, Promise::both_ends,
              slopes(nested_mean));
}

/// What an interval is made of: the values, their logarithms where all are positive, Student's and
/// chi-squared's quantiles at an end's level.
struct Ingredients {
  Sample values, logarithms;
  double skewness = 0, t = 0, chi_small = 0, chi_large = 0;

  double error() const { return standard_error(values); }
  double n() const { return values.n; }
};
struct Candidate {
  const char* name;
  std::function<MeanInterval(const Ingredients&)> interval;
};

MeanInterval students(const Ingredients& of) {
  return {of.values.mean, of.values.mean - of.t * of.error(), of.values.mean + of.t * of.error()};
}

/// Hall 1992: the cubic that takes the leading effect of skewness out of t, turned around.
MeanInterval halls(const Ingredients& of) {
  const double g = std::abs(of.skewness) < 1e-6 ? 1e-6 : of.skewness, n = of.n(), s = *of.values.std;
  const auto inverse = [&](double y) { return 3 / g * (std::cbrt(1 + g * (y - g / (6 * n))) - 1); };
  const double y = of.t / std::sqrt(n);
  return {of.values.mean, of.values.mean - s * inverse(y), of.values.mean - s * inverse(-y)};
}

/// Johnson 1978: t with its quadratic in the mean's error.
MeanInterval johnsons(const Ingredients& of) {
  const double shift = of.skewness * *of.values.std * (1 / (6 * of.n()) + of.t * of.t / (3 * of.n()));
  const MeanInterval plain = students(of);
  return {plain.mean, plain.low + shift, plain.high + shift};
}

MeanInterval wider(const MeanInterval& a, const MeanInterval& b) {
  return {a.mean, std::min(a.low, b.low), std::max(a.high, b.high)};
}

/// Zou, Taleban & Huo 2009, both ends.
MeanInterval log_normals(const Ingredients& of) {
  const double freedom = of.n() - 1, half = *of.logarithms.std * *of.logarithms.std / 2;
  const double centre = of.logarithms.mean + half, error = of.t * standard_error(of.logarithms);
  return {of.values.mean, std::exp(centre - std::hypot(error, half * (1 - freedom / of.chi_large))),
          std::exp(centre + std::hypot(error, half * (freedom / of.chi_small - 1)))};
}

/// The logarithm of the mean, its error to first order.
MeanInterval first_orders(const Ingredients& of) {
  const double factor = std::exp(of.t * of.error() / of.values.mean);
  return {of.values.mean, of.values.mean / factor, of.values.mean * factor};
}

MeanInterval positive_means(const Ingredients& of) {
  const MeanInterval plain = students(of);
  return {plain.mean, plain.low, std::max(plain.high, log_normals(of).high)};
}

double skewness_of(const Sample& sample) {
  double squares = 0, cubes = 0;
  for (const double value : sample.values) {
    squares += std::pow(value - sample.mean, 2);
    cubes += std::pow(value - sample.mean, 3);
  }
  return cubes / sample.n / std::pow(squares / sample.n, 1.5);
}

/// Whether a candidate keeps its level for all laws, sizes and families, and its width over the first one's:
/// the mean of the logarithms of the ratios of their median widths.
struct Standing {
  bool keeps = true;
  Values widths = {};

  double width() {
    std::ranges::sort(widths);
    return widths[widths.size() / 2];
  }
};

std::vector<Standing> compared(const std::vector<Candidate>& candidates, const std::vector<Law>& laws) {
  std::vector<Standing> standings(candidates.size());
  for (const Law& law : laws)
    for (const int n : sizes)
      for (const int family : families) {
        const double tail = family_level / family / 2;
        const boost::math::chi_squared chi(n - 1);
        Ingredients of;
        of.t = boost::math::quantile(boost::math::complement(boost::math::students_t(n - 1), tail));
        of.chi_small = boost::math::quantile(chi, tail);
        of.chi_large = boost::math::quantile(boost::math::complement(chi, tail));
        RandomStream random(2, "test.candidates." + law.name, static_cast<std::uint64_t>(n));
        std::vector<int> misses(candidates.size());
        std::vector<Values> widths(candidates.size());
        for (int trial = 0; trial < trials() / 2; ++trial) {
          of.values = sample_of(law.values(random, n));
          of.skewness = skewness_of(of.values);
          if (const auto logarithms = logarithms_of(of.values)) of.logarithms = *logarithms;
          for (std::size_t k = 0; k < candidates.size(); ++k) {
            const MeanInterval made = candidates[k].interval(of);
            misses[k] += made.holds(law.mean) ? 0 : 1;
            widths[k].push_back(made.high - made.low);
          }
        }
        for (std::size_t k = 0; k < candidates.size(); ++k) {
          standings[k].keeps =
              standings[k].keeps && misses[k] <= most_misses(family_level / family, trials() / 2);
          std::ranges::nth_element(widths[k], widths[k].begin() + trials() / 4);
          standings[k].widths.push_back(widths[k][static_cast<std::size_t>(trials() / 4)] /
                                        widths[0][static_cast<std::size_t>(trials() / 4)]);
        }
      }
  return standings;
}

/// The first keeps its level, and no other that does is narrower by more than a tenth.
void expect_best(const std::string& what, const std::vector<Candidate>& candidates,
                 const std::vector<Law>& laws) {
  std::vector<Standing> standings = compared(candidates, laws);
  EXPECT_TRUE(standings[0].keeps) << what;
  for (std::size_t k = 1; k < candidates.size(); ++k) {
    std::printf("%s, %s: %s, %.3g times as wide\n", what.c_str(), candidates[k].name,
                standings[k].keeps ? "keeps its level" : "does not keep its level", standings[k].width());
    EXPECT_TRUE(!standings[k].keeps || standings[k].width() > 0.9) << what << ", " << candidates[k].name;
  }
}

TEST(IntervalCandidates, NoneThatKeepsItsLevelIsMuchNarrower) {
  const Candidate hall{"Hall", halls}, johnson{"Johnson", johnsons};
  const Candidate hall_or_student{"Student or Hall",
                                  [](const Ingredients& of) { return wider(students(of), halls(of)); }};
  expect_best("means", {{"Student", students}, hall, johnson, hall_or_student},
              {normal(3, 2), heavy_tailed()});
  expect_best("means of skewed values",
              {{"positive", positive_means},
               {"Student", students},
               hall,
               hall_or_student,
               {"log-normal", log_normals},
               {"to first order", first_orders}},
              skewed_laws());
}

}  // namespace
}  // namespace sketchbench
