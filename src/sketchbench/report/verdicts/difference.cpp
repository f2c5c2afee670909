#include <sketchbench/report/verdicts/difference.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace sketchbench {
namespace {

/// Published numbers are decimal fractions: 84.83 - 84.33 counts as half a point, though not in binary.
constexpr double decimal_slack = 1e-9;

struct Facts {
  std::string_view name, words, mark;
};
const Facts& facts_of(Verdict verdict) {
  static constexpr std::array<Facts, 5> facts = {{{"", "", ""},
                                                  {"equal", "equal within 0.5 points", "✓"},
                                                  {"consistent", "consistent", "≈"},
                                                  {"differs_by_less", "differs by less than 0.5 points", "≠"},
                                                  {"differs", "differs", "✗"}}};
  return facts[static_cast<std::size_t>(verdict)];
}

/// Of a mean over n runs with that deviation, which was estimated with `freedom`.
VariancePart of_mean(double std, int n, double freedom) { return {std * std / n, freedom}; }

Verdict verdict_of(const Difference& difference, const JudgedDifference& judged, double level) {
  if (judged.family_interval.low >= -equal_points - decimal_slack &&
      judged.family_interval.high <= equal_points + decimal_slack)
    return Verdict::equal;
  if (judged.adjusted_p > level) return Verdict::consistent;
  return std::abs(difference.estimate.estimate) < equal_points - decimal_slack ? Verdict::differs_by_less
                                                                               : Verdict::differs;
}

}  // namespace

std::string_view name_of(Verdict verdict) { return facts_of(verdict).name; }
std::string_view words_of(Verdict verdict) { return facts_of(verdict).words; }
std::string_view mark_of(Verdict verdict) { return facts_of(verdict).mark; }

const std::vector<Verdict>& all_verdicts() {
  static const std::vector<Verdict> all = {Verdict::equal, Verdict::consistent, Verdict::differs_by_less,
                                           Verdict::differs};
  return all;
}

double PublishedMean::rounding() const { return decimals ? 0.5 * std::pow(10.0, -*decimals) : 0; }

Difference difference_of(const ComparedMeans& means) {
  const Sample &ours = means.ours, &theirs = means.published.sample;
  Difference made;
  std::vector<VariancePart> parts;
  if (means.draws) {
    const bool known_here = ours.std && ours.n > 1, known_there = theirs.std && theirs.n > 1;
    const double there = theirs.std.value_or(0) + means.published.rounding();
    if (known_here && known_there) {
      parts = {of_mean(*ours.std, ours.n, ours.n - 1), of_mean(there, theirs.n, theirs.n - 1)};
    } else if (known_here || known_there) {
      // One deviation for both means: its errors are not independent, so it is one part.
      const Sample& known = known_here ? ours : theirs;
      const double std = known_here ? *ours.std : there;
      parts = {{std * std * (1.0 / ours.n + 1.0 / theirs.n), known.n - 1.0}};
      made.spread_assumed = !known_there;
    } else {
      parts = {{std::numeric_limits<double>::infinity(), 1}};
    }
  }
  const WelchEstimate draws = welch_estimate(0, parts);
  made.of_draws = {draws.error * draws.error, draws.freedom};
  if (means.split) parts.push_back(made.of_split = means.split->of_both_sides());
  made.estimate = welch_estimate(ours.mean - theirs.mean, parts, means.published.rounding());
  return made;
}

std::vector<JudgedDifference> judge(std::span<const Difference> family, double level) {
  if (family.empty()) return {};
  std::vector<double> p_values;
  for (const Difference& one : family) p_values.push_back(one.estimate.p_value());
  const std::vector<double> adjusted = holm_adjusted(p_values);
  const double confidence = bonferroni_confidence(family.size(), level);
  std::vector<JudgedDifference> judged;
  for (std::size_t i = 0; i < family.size(); ++i) {
    JudgedDifference one{.adjusted_p = adjusted[i],
                         .interval = family[i].estimate.interval(0.95),
                         .family_interval = family[i].estimate.interval(confidence),
                         .detectable = detectable(family[i].estimate, 1 - confidence)};
    one.verdict = verdict_of(family[i], one, level);
    judged.push_back(one);
  }
  return judged;
}

}  // namespace sketchbench
