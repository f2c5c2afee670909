#include <sketchbench/report/claims/claim_evaluator.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sketchbench/report/claims/claim_cases.hpp>
#include <sketchbench/report/claims/claim_subjects.hpp>
#include <sketchbench/report/claims/curve_claims.hpp>
#include <sketchbench/report/contrast.hpp>
#include <sketchbench/report/verdicts/speed_up.hpp>

namespace sketchbench {
namespace {

using Kind = ClaimNumber::Kind;
using Interval = std::optional<MeanInterval>;
using Values = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_joint_level = 0.05;

bool all_finite(const Values& values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

/// What the runs of both give together. A row that draws nothing is run once, and stands beside each run of
/// the other.
template <class Join>
Values joined(const ResultRow& one, const ResultRow& other, std::size_t place, Join&& join) {
  const std::map<int, double> own = values_by_run(one, place), others = values_by_run(other, place);
  const bool is_run_once = others.size() == 1 && other.group->runs() == other.group->expected;
  Values all;
  for (const auto& [run, value] : own) {
    const auto found = is_run_once ? others.begin() : others.find(run);
    if (found != others.end()) all.push_back(join(value, found->second));
  }
  return all;
}

/// Why a bound says nothing where it is above what can be; empty where it says something.
std::string vacuity(const ClaimRows& rows, const ResultRow& row) {
  const ClaimRows::Places& places = rows.places();
  if (!places.by) return "";
  const double bound = row.values[*places.by].number.mean,
               most = row.values[*places.vacuous_above].number.mean;
  return bound > most ? fmt::format("vacuous, the bound is {:.3g} times what can be", bound / most) : "";
}

/// Numbers of cases of rows.
class RowNumbers {
 public:
  explicit RowNumbers(const ClaimRows& rows)
      : number_(rows.claim().number), places_(rows.places()), info_(rows.info(rows.places().quantity)) {}

  Interval of(const RowCase& one, double confidence) const {
    const Interval number = undivided(one.rows, confidence);
    return number ? std::optional(over(*number, one.divisor)) : std::nullopt;
  }

 private:
  using Rows = ResultRowPointers;

  Interval undivided(const Rows& rows, double confidence) const {
    const auto& own = rows.front()->values[places_.quantity].interval;
    if (number_.kind == Kind::value && own != nullptr) return own(confidence);
    for (const ResultRow* row : rows)
      if (sample(*row).n == 0) return std::nullopt;
    switch (number_.kind) {
      case Kind::value:
        return number_.paired        ? mean_over_runs(sample(*rows[0]).values, confidence)
               : number_.logarithmic ? positive_mean(*rows[0], confidence)
                                     : sum(rows, {1}, confidence);
      case Kind::share:
        return share(*rows[0], confidence);
      case Kind::difference:
        return number_.paired ? paired_difference(rows, 1, confidence) : sum(rows, weights(rows), confidence);
      case Kind::loss:
        return number_.paired ? paired_difference(rows, -1, confidence) : sum(rows, {-1, 1}, confidence);
      case Kind::ratio:
        return number_.paired ? paired_ratio(rows, confidence) : ratio(rows, confidence);
      case Kind::speed_up:
        return ratio({rows[1], rows[0]}, confidence);
      case Kind::deviation_ratio:
        return deviation_ratio(sample(*rows[0]), sample(*rows[1]), confidence);
      case Kind::nearness:
        return nearness(rows, confidence);
      case Kind::bound:
        return largest_share_of_bound(*rows[0]);
      case Kind::exponent: {
        const Interval times = ratio(rows, confidence);
        return times ? std::optional(logarithm(*times)) : std::nullopt;
      }
      default:
        return std::nullopt;  // of curves
    }
  }

  const Sample& sample(const ResultRow& row) const { return row.values[places_.quantity].number; }

  Sample with_known_spread(const ResultRow& row) const {
    Sample known = sample(row);
    if (row.group->method == exact_method) known.std = 0;
    return known;
  }

  /// Of a row less another, each with its kernel beside it behind them.
  static Values weights(const Rows& rows) { return rows.size() == 4 ? Values{1, -1, -1, 1} : Values{1, -1}; }

  MeanInterval sum(const Rows& rows, const Values& weights, double confidence) const {
    std::vector<WeightedMean> terms;
    for (std::size_t i = 0; i < rows.size(); ++i) terms.push_back({weights[i], with_known_spread(*rows[i])});
    return contrast_interval(terms, confidence);
  }

  /// Of the rows' geometric means to these powers; none where a value is not positive.
  Interval product(const Rows& rows, const Values& powers, double confidence) const {
    std::vector<WeightedMean> terms;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::optional<Sample> logarithms = logarithms_of(sample(*rows[i]));
      if (!logarithms) return std::nullopt;
      terms.push_back({powers[i], *logarithms});
    }
    return exponential(contrast_interval(terms, confidence));
  }

  Interval positive_mean(const ResultRow& row, double confidence) const {
    const Sample& values = sample(row);
    if (values.values.size() < 2) return mean_over_runs(std::vector{values.mean}, confidence);
    return positive_mean_interval(values.values, confidence);
  }

  Interval ratio(const Rows& rows, double confidence) const {
    if (info_.form == Form::seconds && rows.size() == 2) {
      const auto found = speed_up(sample(*rows[0]).values, sample(*rows[1]).values, confidence);
      if (!found) return std::nullopt;
      const double drift = 1 + number_.drift;
      return MeanInterval{found->times.mean, found->times.low / drift, found->times.high * drift};
    }
    if (info_.form != Form::bytes || rows.size() != 2) return product(rows, weights(rows), confidence);
    const double times = sample(*rows[0]).mean / sample(*rows[1]).mean;
    return MeanInterval{times, times, times};
  }

  Interval paired_ratio(const Rows& rows, double confidence) const {
    const Values logarithms = joined(*rows[0], *rows[1], places_.quantity, [](double a, double b) {
      return a > 0 && b > 0 ? std::log(a / b) : infinity;
    });
    if (!all_finite(logarithms)) return std::nullopt;
    const Interval interval = mean_over_runs(logarithms, confidence);
    return interval ? std::optional(exponential(*interval)) : std::nullopt;
  }

  Interval paired_difference(const Rows& rows, double sign, double confidence) const {
    const auto difference = [sign](double a, double b) { return sign * (a - b); };
    return mean_over_runs(joined(*rows[0], *rows[1], places_.quantity, difference), confidence);
  }

  Interval share(const ResultRow& row, double confidence) const {
    const Sample& whole = row.values[*places_.of].number;
    Values shares = sample(row).values;
    if (shares.size() != whole.values.size()) return std::nullopt;
    for (std::size_t i = 0; i < shares.size(); ++i) shares[i] /= whole.values[i];
    if (!all_finite(shares) || shares.empty()) return std::nullopt;
    return mean_share(shares, confidence);
  }

  Interval largest_share_of_bound(const ResultRow& row) const {
    const Values &values = sample(row).values, &bounds = row.values[*places_.by].number.values;
    if (values.size() != bounds.size()) return std::nullopt;
    double largest = -infinity;
    for (std::size_t i = 0; i < values.size(); ++i) largest = std::max(largest, values[i] / bounds[i]);
    return MeanInterval{largest, largest, largest};
  }

  /// |other - exact| - |one - exact|, with the signs that the means have.
  MeanInterval nearness(const Rows& one_other_exact, double confidence) const {
    const auto sign = [&](std::size_t i) {
      return sample(*one_other_exact[i]).mean < sample(*one_other_exact[2]).mean ? -1.0 : 1.0;
    };
    return sum(one_other_exact, {-sign(0), sign(1), sign(0) - sign(1)}, confidence);
  }

  const ClaimNumber& number_;
  const ClaimRows::Places& places_;
  const QuantityInfo& info_;
};

/// The levels of checks hold for each of them alone; more cases than fit into 0.05 together decide nothing.
void require_joint_level(std::vector<ClaimSubject>& subjects, const std::vector<RowCase>& cases) {
  double level = 0;
  for (const RowCase& one : cases)
    if (!one.rows.empty() && one.rows.front()->check) level += one.rows.front()->check->level;
  if (level <= most_joint_level) return;
  for (ClaimSubject& subject : subjects)
    if (subject.measured && subject.unmet.empty())
      subject.unmet = fmt::format("the cases may err with a probability of {:.2g} altogether", level);
}

ClaimMeasurement measure_rows(const ClaimRows& rows) {
  const std::vector<RowCase> cases = row_cases(rows);
  const RowNumbers numbers(rows);
  ClaimMeasurement measurement;
  for (const RowCase& one : cases) {
    ClaimSubject& subject = measurement.subjects.emplace_back(one.subject);
    if (one.rows.empty()) continue;
    subject.measured = numbers.of(one, shown_confidence);
    if (subject.unmet.empty()) subject.unmet = vacuity(rows, *one.rows.front());
    if (!subject.measured && subject.remark.empty()) add_remark(subject, "its runs do not make the number");
    for (const std::string& remark : one.remarks) add_remark(subject, remark);
    measurement.checks_hypothesis = measurement.checks_hypothesis ||
                                    (one.rows.front()->check && one.rows.front()->check->compares_hypothesis);
  }
  add_deciding_intervals(measurement.subjects,
                         [&](std::size_t i, double confidence) { return numbers.of(cases[i], confidence); });
  require_joint_level(measurement.subjects, cases);
  return measurement;
}

}  // namespace

ClaimMeasurement evaluate(const std::filesystem::path& file, const PublishedClaim& claim,
                          const std::vector<const ResultTable*>& tables) {
  const ClaimRows rows(file, claim, tables);
  ClaimMeasurement measurement = claim.number.of_curves() ? measure_curves(rows) : measure_rows(rows);
  for (ClaimSubject& subject : measurement.subjects) subject.decides = claim.decidable();
  measurement.checks_hypothesis = measurement.checks_hypothesis || rows.places().by;
  const auto is_time = [&](std::optional<std::size_t> place) { return place && rows.is_time(*place); };
  const bool costs_decide = claim.number.kind != Kind::count_exponent;  // there they are shown
  measurement.checks_hypothesis = measurement.checks_hypothesis || !claim.parameters.empty() ||
                                  is_time(rows.places().quantity) || is_time(rows.places().best_within) ||
                                  (costs_decide && is_time(rows.places().cost));
  return measurement;
}

}  // namespace sketchbench
