#include "experiments/bounds/lemma_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/threads.hpp>
#include <sketchbench/features/count_sketch_bounds.hpp>

namespace sketchbench {
namespace {

constexpr Index seeds_per_block = 16;

constexpr std::array<double, 6> tails = {0.5, 0.2, 0.1, 0.05, 0.02, 0.01};
constexpr std::array<double, 4> deltas = {0.25, 0.1, 0.01, 0.001};

// Features are in single precision: an estimate may be off by this share of |x|^p |y|^p, or of Lemma 8's
// R^2p, and a variance by its square. Far below anything that random estimates scatter by.
constexpr double rounding = 1e-5;

class Checker {
 public:
  Checker(const std::vector<PointPair>& pairs, const Estimates& estimates, int degree, Index D,
          const LemmaOptions& options)
      : pairs_(pairs), estimates_(estimates), degree_(degree), D_(D), options_(options) {
    for (std::size_t k = 0; k < pairs.size(); ++k)
      if (!pairs[k].constructed) of_data_.push_back(k);
  }

  /// E X = kappa, in standard deviations of X: a bias of a tenth of one is what the check must be able to
  /// see.
  BoundCheck bias(const char* lemma) const {
    std::vector<Comparison> comparisons;
    for (const std::size_t k : of_data_) {
      const double error = share(of_data_.size()), off = rounding * scale(k);
      const double unit = std::max(std::sqrt(estimate_variance(estimates_[k], error).value), off);
      Estimated bias = estimate_mean(estimates_[k], error);
      for (double* value : {&bias.value, &bias.interval.low, &bias.interval.high})
        *value = (*value - kernel(k)) / unit;
      comparisons.push_back(of_pair(k, equal_to(0, bias, bound_margin, off / unit)));
    }
    return conclude(lemma, "bias", comparisons);
  }

  template <class Value>
  BoundCheck variance_equals(const char* lemma, Value value) const {
    std::vector<Comparison> comparisons;
    for (const std::size_t k : of_data_) {
      const double expected = value(pairs_[k].moments);
      comparisons.push_back(
          of_pair(k, equal_to(expected, estimate_variance(estimates_[k], share(of_data_.size())),
                              bound_margin * expected, square(rounding * scale(k)))));
    }
    return conclude(lemma, "variance", comparisons);
  }

  /// `applies`: whether the bound speaks of a pair at all.
  template <class Bound, class Applies>
  BoundCheck variance_at_most(const char* lemma, const char* quantity, Bound bound, Applies applies) const {
    std::vector<Comparison> comparisons;
    for (const std::size_t k : of_data_) {
      if (!applies(pairs_[k].moments)) continue;
      const double limit = bound(pairs_[k].moments), error = share(of_data_.size());
      Estimated variance = estimate_variance(estimates_[k], error);
      // That a bound fails must not rest on a normal approximation.
      const double off = square(rounding * scale(k));
      variance.interval.low = variance_lower_bound(estimates_[k], std::max(limit, off), error);
      Comparison comparison = at_most(limit, variance, off);
      comparison.exact = tensor_sketch_variance(pairs_[k].moments, {.degree = degree_}, D_);
      comparisons.push_back(of_pair(k, std::move(comparison)));
    }
    return conclude(lemma, quantity, comparisons);
  }

  BoundCheck relative_tail() const {
    std::vector<Comparison> comparisons;
    for (const std::size_t k : of_data_) {
      if (kernel(k) == 0) continue;
      for (const double tail : tails) {
        const double error = lemma7_relative_error(pairs_[k].moments, degree_, D_, tail);
        const double limit = error * std::abs(kernel(k));
        comparisons.push_back(
            of_pair(k, frequency(estimates_[k], kernel(k), limit, tail, of_data_.size() * tails.size()),
                    fmt::format("relative error {:.3g}", error)));
      }
    }
    BoundCheck check = conclude("7", "tail", comparisons);
    if (comparisons.empty()) check.remark = "all pairs are orthogonal";
    return check;
  }

  BoundCheck largest() const {
    std::vector<Comparison> comparisons;
    for (const std::size_t k : of_data_) {
      double most = 0;
      for (const double estimate : estimates_[k]) most = std::max(most, std::abs(estimate));
      Comparison comparison = at_most(range(k), {most, {most, most}}, rounding * range(k));
      comparison.high.reset();  // the largest that was seen says nothing about the largest there is
      comparisons.push_back(of_pair(k, std::move(comparison)));
    }
    return conclude("8", "largest", comparisons);
  }

  BoundCheck tail_of_averages() const {
    std::vector<Comparison> comparisons;
    for (const std::size_t k : of_data_) {
      const std::vector<double> averages = averages_of(estimates_[k]);
      for (const double tail : tails) {
        const double error = lemma9_error(range(k), options_.averages, tail);
        comparisons.push_back(
            of_pair(k, frequency(averages, kernel(k), error, tail, of_data_.size() * tails.size()),
                    fmt::format("error {:.3g} R^2p", error / range(k))));
      }
    }
    return conclude("9", "tail of averages", comparisons);
  }

  BoundCheck normalisation() const {
    std::vector<Comparison> comparisons;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      if (!pairs_[k].largest) continue;
      for (const double delta : deltas) {
        const std::optional<double> error = lemma10_error(*pairs_[k].largest, degree_, D_, delta);
        if (!error) continue;
        // The map is homogeneous: for the point scaled to length 1 every estimate is divided by |x|^2p.
        comparisons.push_back(of_pair(
            k,
            frequency(estimates_[k], kernel(k), *error * kernel(k), 2 * delta, pairs_.size() * deltas.size()),
            fmt::format("error {:.3g}, delta {:g}", *error, delta)));
      }
    }
    BoundCheck check = conclude("10", "tail", comparisons);
    if (comparisons.empty()) check.remark = why_lemma10_is_silent();
    return check;
  }

 private:
  static double square(double value) { return value * value; }
  double share(std::size_t comparisons) const {
    return options_.level / (2 * static_cast<double>(comparisons));
  }
  double kernel(std::size_t k) const { return std::pow(pairs_[k].moments.inner, degree_); }
  double scale(std::size_t k) const {
    return std::pow(pairs_[k].moments.norm_x * pairs_[k].moments.norm_y, degree_ / 2.0);
  }
  double range(std::size_t k) const {
    return lemma8_largest(pairs_[k].one_norm_x, pairs_[k].one_norm_y, degree_);
  }

  Comparison of_pair(std::size_t k, Comparison comparison, std::string at = "") const {
    comparison.pair = pairs_[k].name;
    comparison.at = std::move(at);
    return comparison;
  }

  /// How often values are `error` or more away from `centre`, against a bound of that probability.
  Comparison frequency(std::span<const double> values, double centre, double error, double bound,
                       std::size_t comparisons) const {
    const auto hits = std::count_if(values.begin(), values.end(),
                                    [&](double value) { return std::abs(value - centre) >= error; });
    const auto trials = static_cast<Index>(values.size());
    return at_most(bound, {static_cast<double>(hits) / static_cast<double>(trials),
                           probability_interval(hits, trials, share(comparisons))});
  }

  std::vector<double> averages_of(std::span<const double> values) const {
    const auto count = static_cast<std::size_t>(options_.averages);
    std::vector<double> averages;
    for (std::size_t begin = 0; begin + count <= values.size(); begin += count) {
      double sum = 0;
      for (const double value : values.subspan(begin, count)) sum += value;
      averages.push_back(sum / static_cast<double>(count));
    }
    return averages;
  }

  std::string why_lemma10_is_silent() const {
    const double delta = deltas.front();
    if (!lemma10_error(0, degree_, D_, delta))
      return fmt::format("D >= 72 log(1/delta) asks for D >= {:.0f} even at delta = {}",
                         std::ceil(72 * std::log(1 / delta)), delta);
    double flattest = 1;
    for (const PointPair& pair : pairs_)
      flattest = std::min(flattest, std::pow(pair.largest.value_or(1), degree_));
    return fmt::format("the flattest x^(p) has a coordinate of {:.2g}, too large for any error below 1",
                       flattest);
  }

  const std::vector<PointPair>& pairs_;
  const Estimates& estimates_;
  int degree_;
  Index D_;
  LemmaOptions options_;
  std::vector<std::size_t> of_data_;  ///< the pairs that are not constructed
};

bool every_pair(const PairMoments&) { return true; }

/// What holds in place of Lemma 6.
std::vector<BoundCheck> corrected_checks(const Checker& checker, int degree, Index D) {
  BoundCheck corrected = checker.variance_at_most(
      "6 corrected", "variance",
      [&](const PairMoments& pair) { return corrected_variance_bound(pair, degree, D); },
      corrected_bound_applies);
  if (corrected.pairs == 0) corrected.remark = "all pairs have ⟨x,y⟩² below the sum of x²y²";
  return {std::move(corrected),
          checker.variance_at_most(
              "6 corrected", "variance by norms",
              [&](const PairMoments& pair) { return variance_bound_by_norms(pair, degree, D); }, every_pair)};
}

}  // namespace

Estimates draw_estimates(const Estimator& estimator, std::size_t pairs, Index seeds, int threads) {
  Estimates estimates(pairs, std::vector<double>(static_cast<std::size_t>(seeds)));
  parallel_blocks(seeds, seeds_per_block, threads, [&](Index begin, Index end) {
    std::vector<double> of_seed(pairs);
    for (Index s = begin; s < end; ++s) {
      const Seed seed = static_cast<Seed>(s) + 1;
      estimator(seed, of_seed);
      for (std::size_t k = 0; k < pairs; ++k) {
        if (!std::isfinite(of_seed[k]))
          throw Error(fmt::format(
              "the estimate of pair {} with seed {} is {}: the kernel's values are beyond single precision",
              k, seed, of_seed[k]));
        estimates[k][static_cast<std::size_t>(s)] = of_seed[k];
      }
    }
  });
  return estimates;
}

std::vector<BoundCheck> check_lemmas(const std::vector<PointPair>& pairs, const Estimates& estimates,
                                     int degree, Index D, const LemmaOptions& options) {
  const Checker checker(pairs, estimates, degree, D, options);
  std::vector<BoundCheck> checks;
  if (degree == 1) {
    checks.push_back(checker.bias("2"));
    checks.push_back(
        checker.variance_equals("2", [&](const PairMoments& pair) { return lemma2_variance(pair, D); }));
    checks.push_back(checker.variance_at_most(
        "3", "variance", [&](const PairMoments& pair) { return lemma3_variance(pair, D); }, every_pair));
  } else {
    checks.push_back(checker.bias("6"));
    checks.push_back(checker.variance_at_most(
        "6", "variance",
        [&](const PairMoments& pair) { return lemma6_variance(pair, {.degree = degree}, D); }, every_pair));
    for (BoundCheck& check : corrected_checks(checker, degree, D)) checks.push_back(std::move(check));
  }
  checks.push_back(checker.relative_tail());
  checks.push_back(checker.largest());
  checks.push_back(checker.tail_of_averages());
  checks.push_back(checker.normalisation());
  return checks;
}

}  // namespace sketchbench
