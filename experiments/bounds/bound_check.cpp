#include "experiments/bounds/bound_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

constexpr std::array<std::string_view, 4> verdict_names = {"holds", "fails", "cannot tell",
                                                           "conditions not met"};
constexpr std::array<std::string_view, 4> verdict_words = {"holds", "fails", "inconclusive",
                                                           "not applicable"};

/// How near a comparison comes to breaking its bound, or how far beyond it is: in its own measure, or for an
/// equality with 0 by size. Where it is not broken, what cannot be excluded counts.
double extent(const Comparison& comparison) {
  const double end = comparison.verdict == BoundVerdict::fails
                         ? comparison.measured
                         : comparison.high.value_or(comparison.measured);
  return comparison.bound > 0 ? end / comparison.bound : std::abs(end);
}

}  // namespace

std::string_view name_of(BoundVerdict verdict) { return verdict_names[static_cast<std::size_t>(verdict)]; }
std::string_view words_of(BoundVerdict verdict) { return verdict_words[static_cast<std::size_t>(verdict)]; }

Comparison at_most(double bound, const Estimated& measured, double rounding) {
  const auto [low, high] = measured.interval;
  Comparison comparison{.bound = bound, .measured = measured.value, .low = low, .high = high};
  if (low > bound + rounding)
    comparison.verdict = BoundVerdict::fails;
  else if (high <= bound * (1 + bound_margin) + rounding)
    comparison.verdict = BoundVerdict::holds;
  return comparison;
}

Comparison equal_to(double value, const Estimated& measured, double tolerance, double rounding) {
  const auto [low, high] = measured.interval;
  Comparison comparison{.bound = value, .measured = measured.value, .low = low, .high = high};
  if (low > value + rounding || high < value - rounding)
    comparison.verdict = BoundVerdict::fails;
  else if (std::max(high - value, value - low) <= tolerance + rounding)
    comparison.verdict = BoundVerdict::holds;
  return comparison;
}

BoundCheck conclude(std::string lemma, std::string quantity, const std::vector<Comparison>& comparisons) {
  BoundCheck check{.lemma = std::move(lemma), .quantity = std::move(quantity)};
  if (comparisons.empty()) return check;
  const auto any = [&](BoundVerdict verdict) {
    return std::any_of(comparisons.begin(), comparisons.end(),
                       [&](const Comparison& c) { return c.verdict == verdict; });
  };
  check.verdict = any(BoundVerdict::fails)         ? BoundVerdict::fails
                  : any(BoundVerdict::cannot_tell) ? BoundVerdict::cannot_tell
                                                   : BoundVerdict::holds;
  std::set<std::string> pairs, failing;
  for (const Comparison& comparison : comparisons) {
    pairs.insert(comparison.pair);
    if (comparison.verdict == BoundVerdict::fails) failing.insert(comparison.pair);
    if (comparison.bound > 0) check.worst_ratio = std::max(check.worst_ratio.value_or(0), comparison.ratio());
    if (comparison.verdict == check.verdict &&
        (!check.decisive || extent(comparison) > extent(*check.decisive)))
      check.decisive = comparison;
  }
  check.pairs = static_cast<int>(pairs.size());
  check.failing = static_cast<int>(failing.size());
  return check;
}

void to_json(Json& json, BoundVerdict verdict) { json = name_of(verdict); }

void read_field(StrictObject& from, const FieldInfo& field, BoundVerdict& verdict) {
  std::string name;
  read_field(from, field, name);
  verdict = static_cast<BoundVerdict>(std::ranges::find(verdict_names, name) - verdict_names.begin());
}

const Fields<Comparison>& Comparison::fields() {
  using C = Comparison;
  static const Fields<C> all = {{{.name = "bound"}, &C::bound}, {{.name = "measured"}, &C::measured},
                                {{.name = "low"}, &C::low},     {{.name = "high"}, &C::high},
                                {{.name = "exact"}, &C::exact}, {{.name = "pair"}, &C::pair},
                                {{.name = "at"}, &C::at}};
  return all;
}

const Fields<BoundCheck>& BoundCheck::fields() {
  using C = BoundCheck;
  static const Fields<C> all = {
      {{.name = "lemma"}, &C::lemma},
      {{.name = "quantity"}, &C::quantity},
      {{.name = "pairs", .low = 0}, &C::pairs},
      {{.name = "failing", .low = 0}, &C::failing},
      {{.name = "verdict", .choices = {verdict_names.begin(), verdict_names.end()}}, &C::verdict},
      {{.name = "worst_ratio"}, &C::worst_ratio},
      {{.name = "remark"}, &C::remark},
      {{.name = "decisive"}, &C::decisive}};
  return all;
}

void BoundCheck::check(const StrictObject& /*read*/) {
  if (decisive) decisive->verdict = verdict;
}

}  // namespace sketchbench
