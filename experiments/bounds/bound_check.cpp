#include "experiments/bounds/bound_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/cell/result_values.hpp>

namespace sketchbench {
namespace {

constexpr std::array<std::string_view, 4> verdict_names = {"holds", "fails", "cannot tell",
                                                           "conditions not met"};
constexpr std::array<std::string_view, 4> verdict_words = {"holds", "fails", "inconclusive",
                                                           "not applicable"};

BoundVerdict verdict_called(const std::string& name) {
  const auto found = std::find(verdict_names.begin(), verdict_names.end(), name);
  if (found == verdict_names.end())
    fail_unknown("verdict on a bound", name, {verdict_names.begin(), verdict_names.end()});
  return static_cast<BoundVerdict>(found - verdict_names.begin());
}

/// How near a comparison comes to breaking its bound, or how far beyond it is: in its own measure, or for an
/// equality with 0 by size. Where it is not broken, what cannot be excluded counts.
double extent(const Comparison& comparison) {
  const double end = comparison.verdict == BoundVerdict::fails
                         ? comparison.measured
                         : comparison.high.value_or(comparison.measured);
  return comparison.bound > 0 ? end / comparison.bound : std::abs(end);
}

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

std::optional<double> optional_number(const Json& json, const char* key) {
  const Json& value = json.at(key);
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
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

void to_json(Json& json, const BoundCheck& check) {
  json = {{"lemma", check.lemma},
          {"quantity", check.quantity},
          {"pairs", check.pairs},
          {"failing", check.failing},
          {"verdict", name_of(check.verdict)},
          {"worst_ratio", json_of(check.worst_ratio)},
          {"remark", check.remark},
          {"decisive", nullptr}};
  if (const auto& decisive = check.decisive)
    json["decisive"] = {{"bound", decisive->bound},
                        {"measured", decisive->measured},
                        {"low", json_of(decisive->low)},
                        {"high", json_of(decisive->high)},
                        {"exact", json_of(decisive->exact)},
                        {"pair", decisive->pair},
                        {"at", decisive->at}};
}

void from_json(const Json& json, BoundCheck& check) {
  check = {.lemma = json.at("lemma").get<std::string>(),
           .quantity = json.at("quantity").get<std::string>(),
           .pairs = static_cast<int>(count_in(json, "pairs", 0)),
           .failing = static_cast<int>(count_in(json, "failing", 0)),
           .verdict = verdict_called(json.at("verdict").get<std::string>()),
           .worst_ratio = optional_number(json, "worst_ratio"),
           .remark = json.at("remark").get<std::string>()};
  const Json& decisive = json.at("decisive");
  if (!decisive.is_null())
    check.decisive = Comparison{.bound = decisive.at("bound").get<double>(),
                                .measured = decisive.at("measured").get<double>(),
                                .low = optional_number(decisive, "low"),
                                .high = optional_number(decisive, "high"),
                                .verdict = check.verdict,
                                .pair = decisive.at("pair").get<std::string>(),
                                .at = decisive.at("at").get<std::string>(),
                                .exact = optional_number(decisive, "exact")};
}

}  // namespace sketchbench
