#include <sketchbench/report/claims/claim_number.hpp>

#include <sketchbench/core/json.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace sketchbench {
namespace {

using Kind = ClaimNumber::Kind;
using Along = ClaimNumber::Along;
using Beside = ClaimNumber::Beside;

enum class Others { none, some, some_or_beside };

struct KindKeys {
  Kind kind;
  const char* key;
  Others others = Others::some;
  std::vector<const char*> needs = {}, may_have = {};
};

const std::vector<KindKeys>& all_kinds() {
  static const std::vector<KindKeys> all = {
      {Kind::value, "value", Others::none, {}, {"runs", "scale"}},
      {Kind::share, "share", Others::none, {"of"}},
      {Kind::difference, "difference", Others::some_or_beside, {}, {"beside", "runs"}},
      {Kind::loss, "loss", Others::some, {}, {"runs"}},
      {Kind::ratio, "ratio", Others::some_or_beside, {}, {"along", "beside", "runs", "best_within", "drift"}},
      {Kind::speed_up, "speed_up", Others::some, {}, {"over_published", "drift"}},
      {Kind::deviation_ratio, "deviation_ratio"},
      {Kind::nearness, "nearness", Others::some, {"to"}},
      {Kind::exponent, "exponent", Others::none, {"along"}, {"beside", "less"}},
      {Kind::bound, "bound", Others::none, {"by", "vacuous_above"}},
      {Kind::ratio_at_equal_cost, "ratio_at_equal_cost", Others::some, {"cost"}, {"beyond"}},
      {Kind::count_exponent, "count_exponent", Others::some, {}, {"cost"}},
      {Kind::count_share, "count_share"}};
  return all;
}

const KindKeys& keys_of(Kind kind) { return *std::ranges::find(all_kinds(), kind, &KindKeys::kind); }

const KindKeys& kind_given(StrictObject& object) {
  std::vector<std::string> names;
  const KindKeys* given = nullptr;
  for (const KindKeys& kind : all_kinds()) {
    names.emplace_back(kind.key);
    if (!object.has(kind.key)) continue;
    if (given != nullptr)
      object.fail(kind.key, fmt::format("one kind of number, not \"{}\" too", given->key));
    given = &kind;
  }
  if (given != nullptr) return *given;
  static constexpr std::array further = {
      "of",   "to",          "cost",           "along", "beside",        "runs",   "scale",
      "less", "best_within", "over_published", "by",    "vacuous_above", "beyond", "drift"};
  for (const auto& [key, value] : object.json().items())
    if (std::ranges::find(further, key) == further.end())
      if (const std::string meant = nearest(key, names); !meant.empty())
        object.fail(key, fmt::format("a kind of number; did you mean \"{}\"?", meant));
  object.fail(names.front(), fmt::format("one of {} with the key of a quantity", fmt::join(names, ", ")));
}

std::string quantity_in(StrictObject& object, const char* key) {
  std::string text = object.text(key);
  if (text.empty()) object.fail(key, "the key of a quantity");
  return text;
}

/// The one of the words that the key has.
std::string word_in(StrictObject& object, const char* key, const std::vector<std::string>& words) {
  std::string word = object.text(key);
  if (std::ranges::find(words, word) != words.end()) return word;
  const std::string meant = nearest(word, words);
  object.fail(key, fmt::format("one of {}{}", fmt::join(words, ", "),
                               meant.empty() ? "" : fmt::format("; did you mean \"{}\"?", meant)));
}

Along along_in(StrictObject& object, Kind kind, bool least) {
  if (kind != Kind::exponent || !least) return static_cast<void>(word_in(object, "along", {"D"})), Along::D;
  const std::string word = word_in(object, "along", {"D", "columns", "degree"});
  return word == "D" ? Along::D : word == "columns" ? Along::columns : Along::degree;
}

Beside beside_in(StrictObject& object, Kind kind) {
  if (kind == Kind::exponent) return static_cast<void>(word_in(object, "beside", {"least"})), Beside::least;
  const std::string word = word_in(object, "beside", {"with_constant", "lower_degree", "fewest_features"});
  return word == "with_constant"  ? Beside::with_constant
         : word == "lower_degree" ? Beside::lower_degree
                                  : Beside::fewest_features;
}

std::pair<std::string, std::string> section_and_column(StrictObject& object) {
  const std::string text = object.text("over_published");
  const std::size_t stroke = text.find('/');
  if (stroke == std::string::npos || stroke == 0 || stroke + 1 == text.size())
    object.fail("over_published", R"(a section and a column of published numbers, like "table2/rm_map")");
  return {text.substr(0, stroke), text.substr(stroke + 1)};
}

}  // namespace

ClaimNumber ClaimNumber::read(StrictObject& object) {
  const KindKeys& keys = kind_given(object);
  ClaimNumber number{.kind = keys.kind, .quantity = quantity_in(object, keys.key)};
  const auto has = [&](const char* key) {
    const auto among = [&](const std::vector<const char*>& list) {
      return std::ranges::find(list, std::string_view(key),
                               [](const char* one) { return std::string_view(one); }) != list.end();
    };
    if (!among(keys.needs) && !among(keys.may_have)) {
      if (object.has(key)) object.fail(key, fmt::format("no such key beside \"{}\"", keys.key));
      return false;
    }
    return object.has(key) || among(keys.needs);
  };
  if (has("of")) number.of = quantity_in(object, "of");
  if (has("to")) number.to = quantity_in(object, "to");
  if (has("cost")) number.cost = quantity_in(object, "cost");
  if (has("best_within")) number.best_within = quantity_in(object, "best_within");
  if (has("by")) number.by = quantity_in(object, "by");
  if (has("vacuous_above")) number.vacuous_above = quantity_in(object, "vacuous_above");
  if (has("less")) number.less = quantity_in(object, "less");
  if (has("beside")) number.beside = beside_in(object, number.kind);
  if (has("along")) number.along = along_in(object, number.kind, number.beside == Beside::least);
  if (has("runs")) number.paired = word_in(object, "runs", {"independent", "paired"}) == "paired";
  if (has("scale")) number.logarithmic = word_in(object, "scale", {"linear", "logarithmic"}) == "logarithmic";
  if (has("beyond")) number.bounds_beyond = word_in(object, "beyond", {"bound"}) == "bound";
  if (has("drift")) number.drift = object.number_or("drift", 0, 0, 1);
  if (has("over_published")) number.over_published = section_and_column(object);
  const auto refuse = [&](const char* one, const char* other) {
    if (object.has(one) && object.has(other))
      object.fail(one, fmt::format("no such key beside \"{}\"", other));
  };
  if (number.kind != Kind::exponent) {
    refuse("beside", "along");
    refuse("beside", "runs");
    refuse("beside", "best_within");
    refuse("best_within", "along");
    refuse("runs", "along");  // a curve's runs are paired
  }
  refuse("scale", "runs");
  for (const char* other : {"along", "beside", "runs"}) refuse("drift", other);
  refuse("less", "beside");
  object.finish();
  return number;
}

bool ClaimNumber::asks_for_others() const {
  const Others others = keys_of(kind).others;
  return others == Others::some || (others == Others::some_or_beside && beside == Beside::nothing);
}

bool ClaimNumber::takes_others() const {
  return keys_of(kind).others != Others::none && beside != Beside::fewest_features;
}

bool ClaimNumber::is_exponent() const { return kind == Kind::exponent || kind == Kind::count_exponent; }

bool ClaimNumber::of_curves() const {
  switch (kind) {
    case Kind::ratio:
    case Kind::exponent:
      return along == Along::D && beside == Beside::nothing;
    case Kind::ratio_at_equal_cost:
    case Kind::count_exponent:
    case Kind::count_share:
      return true;
    default:
      return false;
  }
}

}  // namespace sketchbench
