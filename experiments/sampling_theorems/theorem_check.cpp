#include "experiments/sampling_theorems/theorem_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

/// Of what is divided by nothing: records hold no infinite numbers.
constexpr double beyond_all = 1e30;

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

const Fields<TheoremCheck>& TheoremCheck::fields() {
  using C = TheoremCheck;
  const auto of_statement = [](auto member) {
    return [member](auto& of) -> auto& { return of.statement.*member; };
  };
  const auto of_decisive = [](auto member) {
    return [member](auto& of) -> auto& { return of.decisive.*member; };
  };
  static const Fields<C> all = {{{.name = "theorem"}, of_statement(&TheoremStatement::theorem)},
                                {{.name = "quantity"}, of_statement(&TheoremStatement::quantity)},
                                {{.name = "matrix"}, of_statement(&TheoremStatement::matrix)},
                                {{.name = "s", .low = 0}, of_statement(&TheoremStatement::s)},
                                {{.name = "hypothesis"}, of_statement(&TheoremStatement::hypothesis)},
                                {{.name = "allowed", .low = 0}, of_statement(&TheoremStatement::allowed)},
                                {{.name = "trials", .low = 1}, &C::trials},
                                {{.name = "applying", .low = 0}, &C::applying},
                                {{.name = "broken", .low = 0}, &C::broken},
                                {{.name = "bound", .low = 0}, of_decisive(&Trial::bound)},
                                {{.name = "measured", .low = 0}, of_decisive(&Trial::measured)},
                                {{.name = "at"}, of_decisive(&Trial::at)},
                                {{.name = "values", .low = 0}, &C::values},
                                {{.name = "remark"}, &C::remark}};
  return all;
}

void TheoremCheck::check(const StrictObject& read) {
  const Index counted = applying > 0 ? applying : trials;
  if (applying > trials) read.fail("applying", fmt::format("at most \"trials\", which is {}", trials));
  if (broken > counted) read.fail("broken", fmt::format("at most {}", counted));
  if (std::ssize(values) != trials) read.fail("values", fmt::format("one for each of {} trials", trials));
  decisive.applies = applying > 0;
  decisive.broken = broken > 0;
}

const std::vector<TheoremQuantity>& theorem_quantities() {
  static const std::vector<TheoremQuantity> all = {
      {"1", "largest variance", "‖E‖ is at most 4σ√m, σ² the largest variance of an entry"},
      {"1", "sigma that meets it", "‖E‖ is at most 4σ√m, σ the smallest that the entries' size admits"},
      {"1", "mean variance", "‖E‖ is at most 4 times the least norm with E's mean squared entry, ‖E‖_F / √m"},
      {"Weyl", "leading eigenvalues", "of λ_n > 2‖E‖: |λ̂_n − λ_n| / λ_n is at most 1/2"},
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
