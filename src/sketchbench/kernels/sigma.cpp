#include <sketchbench/kernels/sigma.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

using Rule = Sigma::Rule;

struct RuleName {
  Rule rule;
  const char* name;
  int version;
};

constexpr std::array<RuleName, 2> kRules = {
    {{Rule::median, "median", 1}, {Rule::cross_validation, "cross_validation", 1}}};

const RuleName* find_rule(Rule rule) {
  const auto* const known = std::ranges::find(kRules, rule, &RuleName::rule);
  return known == kRules.end() ? nullptr : known;
}

std::string name_of(Rule rule) {
  const RuleName* const known = find_rule(rule);
  return known == nullptr ? "" : known->name;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const RuleName& rule : kRules) all.emplace_back(rule.name);
  return all;
}

}  // namespace

std::string Sigma::text() const { return is_number() ? fmt::format("{}", value_) : name_of(rule_); }

double Sigma::fail_without_number() const {
  throw InputError(
      fmt::format("the kernel's sigma is \"{}\": it is taken from training rows, and there are none here",
                  name_of(rule_)));
}

int version_of(Rule rule) {
  const RuleName* const known = find_rule(rule);
  return known == nullptr ? 1 : known->version;
}

std::string GammaRelation::sigma_text() const {
  const std::string inverse = factor == 1 ? "1 / gamma" : fmt::format("1 / ({} gamma)", factor);
  if (power == 1) return inverse;
  return power == 2 ? fmt::format("sqrt({})", inverse) : fmt::format("({})^(1 / {})", inverse, power);
}

FieldInfo sigma_field() {
  return {.name = "sigma",
          .meaning = "the scale, a number or the rule by which it is taken from training rows",
          .low = smallest_sigma,
          .high = largest_sigma,
          .choices = names(),
          .required = true};
}

void read_field(StrictObject& from, const FieldInfo& field, Sigma& sigma) {
  if (from.has(field.name) && from.raw(field.name).is_string()) {
    const auto* const known = std::ranges::find(kRules, from.text(field.name), &RuleName::name);
    if (known == kRules.end()) from.fail(field.name, expected_text(field));
    sigma = Sigma(known->rule);
    return;
  }
  double value = 0;
  read_field(from, field, value);
  sigma = value;
}

void to_json(Json& json, const Sigma& sigma) {
  if (sigma.is_number())
    json = sigma.value();
  else
    json = sigma.text();
}

void check_sigma(const Sigma& sigma) {
  if (!sigma.is_number() || (sigma.value() >= smallest_sigma && sigma.value() <= largest_sigma)) return;
  throw InputError(fmt::format("the kernel's sigma is {}, expected a number from {} to {}", sigma.text(),
                               smallest_sigma, largest_sigma));
}

}  // namespace sketchbench
