#include "experiments/sampling_theorems/theorem_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/harness/cell/result_values.hpp>

namespace sketchbench {
namespace {

/// Of what is divided by nothing: records hold no infinite numbers.
constexpr double beyond_all = 1e30;

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

std::optional<double> optional_in(const Json& json, const char* key) {
  return json.at(key).is_null() ? std::nullopt : std::optional(number_in(json, key, 0));
}

}  // namespace

double Trial::share() const {
  if (measured <= 0) return 0;
  return bound > measured / beyond_all ? measured / bound : beyond_all;
}

Trial trial_of(double bound, double measured, double rounding) {
  return {.bound = std::min(bound, beyond_all),
          .measured = std::min(measured, beyond_all),
          .broken = measured > bound + rounding,
          .at = {}};
}

std::string_view name_of(TheoremVerdict verdict) {
  static constexpr std::array<std::string_view, 4> names = {"holds", "not refuted", "fails",
                                                            "hypothesis not met"};
  return names[static_cast<std::size_t>(verdict)];
}

std::optional<double> TheoremCheck::slack() const {
  if (decisive.measured <= 0) return std::nullopt;
  return std::min(decisive.bound / decisive.measured, beyond_all);
}

Interval TheoremCheck::broken_share() const {
  return probability_interval(broken, applying > 0 ? applying : trials, share_error);
}

TheoremVerdict TheoremCheck::verdict() const {
  if (applying == 0) return TheoremVerdict::hypothesis_not_met;
  if (statement.allowed)
    return broken > 0 && broken_share().low > *statement.allowed ? TheoremVerdict::fails
                                                                 : TheoremVerdict::not_refuted;
  return broken > 0 ? TheoremVerdict::fails : TheoremVerdict::holds;
}

TheoremCheck conclude(TheoremStatement statement, const std::vector<Trial>& trials, std::string remark) {
  if (trials.empty()) throw Error("a theorem is to be judged without a trial");
  TheoremCheck check{.statement = std::move(statement),
                     .trials = std::ssize(trials),
                     .applying = std::ranges::count(trials, true, &Trial::applies),
                     .decisive = {},
                     .values = {},
                     .remark = std::move(remark)};
  const Trial* worst = nullptr;
  for (const Trial& trial : trials) {
    check.values.push_back(trial.measured);
    if (check.applying > 0 && !trial.applies) continue;
    check.broken += trial.broken ? 1 : 0;
    if (worst == nullptr || trial.share() > worst->share()) worst = &trial;
  }
  check.decisive = *worst;
  return check;
}

void to_json(Json& json, const TheoremCheck& check) {
  const TheoremStatement& statement = check.statement;
  json = {{"theorem", statement.theorem},
          {"quantity", statement.quantity},
          {"matrix", statement.matrix},
          {"s", json_of(statement.s)},
          {"hypothesis", statement.hypothesis},
          {"hypothesis_met", check.applying > 0},
          {"allowed", json_of(statement.allowed)},
          {"trials", check.trials},
          {"applying", check.applying},
          {"broken", check.broken},
          {"bound", check.decisive.bound},
          {"measured", check.decisive.measured},
          {"at", check.decisive.at},
          {"slack", json_of(check.slack())},
          {"holds", check.broken == 0 || check.verdict() == TheoremVerdict::not_refuted},
          {"verdict", name_of(check.verdict())},
          {"values", check.values},
          {"remark", check.remark}};
}

void from_json(const Json& json, TheoremCheck& check) {
  const auto text = [&](const char* key) { return json.at(key).get<std::string>(); };
  check = {.statement = {.theorem = text("theorem"),
                         .quantity = text("quantity"),
                         .matrix = text("matrix"),
                         .s = optional_in(json, "s"),
                         .hypothesis = text("hypothesis"),
                         .allowed = optional_in(json, "allowed")},
           .trials = count_in(json, "trials", 1),
           .applying = count_in(json, "applying", 0),
           .broken = count_in(json, "broken", 0),
           .decisive = {.bound = number_in(json, "bound", 0),
                        .measured = number_in(json, "measured", 0),
                        .at = text("at")},
           .values = numbers_in(json, "values", 0),
           .remark = text("remark")};
  const Index counted = check.applying > 0 ? check.applying : check.trials;
  if (check.applying > check.trials || check.broken > counted || std::ssize(check.values) != check.trials)
    throw InputError(fmt::format(
        "Theorem {} of the result has {} trials, {} of them applying, {} broken and {} values, expected a "
        "value for each trial and no more of the others",
        check.statement.theorem, check.trials, check.applying, check.broken, check.values.size()));
  check.decisive.applies = check.applying > 0;
  check.decisive.broken = check.broken > 0;
}

const std::vector<TheoremQuantity>& theorem_quantities() {
  static const std::vector<TheoremQuantity> all = {
      {"1", "largest variance", "‖E‖ is at most 4σ√m, σ² the largest variance of an entry"},
      {"1", "sigma that meets it", "‖E‖ is at most 4σ√m, σ the smallest that the entries' size admits"},
      {"2", "first inequality", "what is found lies among K's features: ‖F̂ᵀ(t) F⊥(t − b)‖ ≤ ‖E‖ / b"},
      {"2", "second inequality", "all of K's large features are found: ‖Fᵀ(t + b) F̂⊥(t)‖ ≤ ‖E‖ / b"},
      {"3", "unseen points, all components", "‖f̂(x) − R f(x)‖ / ‖v‖ is at most 1 / c"},
      {"3", "unseen points, widest gap", "likewise, l where the eigenvalues' gap is widest"},
      {"3", "any point, widest gap", "likewise, the largest for any v"},
      {"4", "without normalisation", "|⟨α, v⟩ − ⟨α̂, v⟩| / ‖v‖ is at most 1 / c, α̂ with the sign of α"},
      {"4", "as printed", "likewise of f_n = ⟨α, v⟩ / √λ"},
      {"4", "normalised", "of f_n, with the bound √2 / (c √λ)"},
      {"5", "non-zero coefficients", "fewer than 4cm / (εT) coefficients are not 0"},
      {"5", "relative error, as printed", "the relative error of f ≥ T√log m is at most ε"},
      {"5", "relative error of |f|", "the relative error of |f| ≥ T√log m is at most ε"},
      {"6", "distances", "squared distances with relative error ε, P = p / √s"},
      {"6", "inner products", "inner products with error ε (‖x‖² + ‖y‖²), P = p / √s"},
      {"6", "distances, as printed", "squared distances with relative error ε, P = p / √d"},
      {"6", "inner products, as printed", "inner products with error ε (‖x‖² + ‖y‖²), P = p / √d"}};
  return all;
}

}  // namespace sketchbench
