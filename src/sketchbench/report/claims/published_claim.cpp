#include <sketchbench/report/claims/published_claim.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

using Sense = ClaimedNumber::Sense;

constexpr std::array all_verdicts = {
    ClaimVerdict::holds,  ClaimVerdict::does_not_hold,  ClaimVerdict::not_decided, ClaimVerdict::not_measured,
    ClaimVerdict::agrees, ClaimVerdict::does_not_agree, ClaimVerdict::not_refuted};

struct SenseWords {
  Sense sense;
  const char* key;
  const char* text;
};
constexpr std::array<SenseWords, 3> senses = {{{Sense::about, "about", "about"},
                                               {Sense::at_most, "at_most", "at most"},
                                               {Sense::at_least, "at_least", "at least"}}};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Index most_features = 1'000'000'000;

ClaimedNumber claimed_number(StrictObject& entry) {
  ClaimedNumber claimed;
  int given = 0;
  for (const SenseWords& words : senses) {
    if (!entry.has(words.key)) continue;
    if (++given > 1) entry.fail(words.key, R"(one of "about", "at_most" and "at_least" alone)");
    claimed.sense = words.sense;
    claimed.value = entry.number(words.key, -infinity, infinity);
  }
  if (given == 0) entry.fail("about", R"(the number claimed, or "at_most" or "at_least")");
  claimed.tolerance = entry.number("tolerance", 0, infinity);
  return claimed;
}

std::optional<ClaimVerdict> committed_verdict(StrictObject& entry) {
  if (!entry.has("verdict")) return std::nullopt;
  const std::string text = entry.text("verdict");
  const auto* found = std::ranges::find(all_verdicts, text, name_of);
  if (found == all_verdicts.end())
    entry.fail("verdict",
               R"("holds", "not refuted", "does not hold", "agrees", "does not agree", "undecided" or )"
               R"("not measured")");
  return *found;
}

std::vector<std::string> some_texts(StrictObject& entry, const char* key) {
  const Json& list = entry.raw(key);
  const auto is_text = [](const Json& item) {
    return item.is_string() && !item.get_ref<const std::string&>().empty();
  };
  if (!list.is_array() || !std::ranges::all_of(list, is_text)) entry.fail(key, "a list [...] of names");
  if (list.empty()) entry.fail(key, "at least one name");
  return list.get<std::vector<std::string>>();
}

std::vector<std::string> dataset_names(StrictObject& entry) {
  if (!entry.has("datasets")) return {};
  std::vector<std::string> names = some_texts(entry, "datasets");
  for (const std::string& name : names)
    if (std::ranges::count(names, name) > 1) entry.fail("datasets", "each data set once");
  return names;
}

std::vector<Kernel> kernels_in(StrictObject& entry) {
  std::vector<Kernel> kernels;
  if (!entry.has("kernels")) return kernels;
  for (StrictObject& keys : entry.objects("kernels")) {
    kernels.push_back(Kernel::parse_short(keys));
    keys.finish();
    if (std::ranges::count(kernels, kernels.back()) > 1) entry.fail("kernels", "each kernel once");
  }
  if (kernels.empty()) entry.fail("kernels", "at least one kernel");
  return kernels;
}

std::vector<Index> feature_counts(StrictObject& entry) {
  if (!entry.has("D")) return {};
  const Json& list = entry.raw("D");
  const auto is_count = [](const Json& item) {
    return item.is_number_integer() && item > 0 && item <= most_features;
  };
  if (!list.is_array() || list.empty() || !std::ranges::all_of(list, is_count))
    entry.fail("D", "a list [...] of numbers of features");
  std::vector<Index> counts = list.get<std::vector<Index>>();
  for (const Index D : counts)
    if (std::ranges::count(counts, D) > 1) entry.fail("D", "each number once");
  return counts;
}

std::string text_with_words(StrictObject& entry, const char* key) {
  std::string text = entry.text(key);
  if (text.empty()) entry.fail(key, "a text that is not empty");
  return text;
}

std::map<std::string, std::string> texts_by_key(StrictObject& entry, const char* key) {
  std::map<std::string, std::string> texts;
  if (!entry.has(key)) return texts;
  StrictObject object = entry.object(key);
  for (const auto& [name, value] : object.json().items()) texts[name] = object.text(name);
  return texts;
}

DecidingData deciding_data(StrictObject& entry) {
  const std::string text = entry.text_or("data", "whole");
  if (text == "whole") return DecidingData::whole;
  if (text == "real") return DecidingData::real;
  if (text != "any") entry.fail("data", R"("whole", "real" or "any")");
  return DecidingData::any;
}

ClaimNumber number_in(StrictObject& entry) {
  StrictObject object = entry.object("number");
  return ClaimNumber::read(object);
}

std::string samples_of(StrictObject& entry, const PublishedClaim& claim) {
  if (!entry.has("samples_of")) return "";
  std::string name = entry.text("samples_of");
  if (!claim.number.of_curves()) entry.fail("samples_of", "no such key: the number is of no curves along D");
  if (std::ranges::find(claim.measured_by, name) == claim.measured_by.end())
    entry.fail("samples_of", fmt::format("one of {}", fmt::join(claim.measured_by, ", ")));
  return name;
}

std::vector<std::string> others_in(StrictObject& entry, const ClaimNumber& number) {
  if (number.asks_for_others()) return some_texts(entry, "others");
  if (!entry.has("others")) return {};
  if (!number.takes_others()) entry.fail("others", "no such key: the number is of single methods");
  return some_texts(entry, "others");
}

std::vector<VariedClaim> sensitivity_in(StrictObject& entry) {
  std::vector<VariedClaim> all;
  if (!entry.has("sensitivity")) return all;
  for (StrictObject& one : entry.objects("sensitivity")) {
    all.push_back({.change = text_with_words(one, "change"), .measured_by = some_texts(one, "measured_by")});
    one.finish();
  }
  return all;
}

PublishedClaim read_claim(StrictObject& entry) {
  PublishedClaim claim;
  claim.id = text_with_words(entry, "id");
  claim.statement = text_with_words(entry, "statement");
  claim.place = text_with_words(entry, "place");
  claim.hypothesis = entry.text_or("hypothesis", "");
  claim.measured_by = some_texts(entry, "measured_by");
  claim.number = number_in(entry);
  claim.samples_of = samples_of(entry, claim);
  claim.data = deciding_data(entry);
  claim.datasets = dataset_names(entry);
  claim.kernels = kernels_in(entry);
  claim.D = feature_counts(entry);
  claim.methods = some_texts(entry, "methods");
  claim.others = others_in(entry, claim.number);
  claim.where = texts_by_key(entry, "where");
  claim.parameters = texts_by_key(entry, "parameters");
  claim.claimed = claimed_number(entry);
  claim.verdict = committed_verdict(entry);
  claim.looks = static_cast<int>(entry.integer_or("looks", 1, 1, 100));
  claim.order = entry.boolean_or("order", false);
  if (claim.order && !claim.number.is_exponent()) entry.fail("order", "false but for an exponent");
  claim.descriptive = entry.boolean_or("descriptive", false);
  claim.supplementary = entry.boolean_or("supplementary", false);
  claim.sensitivity = sensitivity_in(entry);
  entry.finish();
  return claim;
}

/// Messages say which claim it is, too.
PublishedClaim read_named_claim(StrictObject& entry) {
  try {
    return read_claim(entry);
  } catch (const InputError& error) {
    const Json& json = entry.json();
    if (!json.contains("id") || !json.at("id").is_string()) throw;
    throw InputError(fmt::format("{} (the claim {})", error.what(), json.at("id").get<std::string>()));
  }
}

}  // namespace

std::string_view name_of(ClaimVerdict verdict) {
  static constexpr std::array<std::string_view, 7> names = {
      "holds", "does not hold", "undecided", "not measured", "agrees", "does not agree", "not refuted"};
  return names[static_cast<std::size_t>(verdict)];
}

std::string_view ClaimedNumber::sense_text() const {
  return std::ranges::find(senses, sense, &SenseWords::sense)->text;
}

std::string ClaimedNumber::text() const {
  const char* sign = sense == Sense::about ? "±" : sense == Sense::at_most ? "+" : "−";
  const std::string number = value < 0 ? fmt::format("−{:g}", -value) : fmt::format("{:g}", value);
  return tolerance > 0 ? fmt::format("{} {} ({} {:g})", sense_text(), number, sign, tolerance)
                       : fmt::format("{} {}", sense_text(), number);
}

ClaimVerdict verdict_on(const ClaimedNumber& claimed, const MeanInterval& measured) {
  const double low = claimed.sense == Sense::at_most ? -infinity : claimed.value - claimed.tolerance;
  const double high = claimed.sense == Sense::at_least ? infinity : claimed.value + claimed.tolerance;
  if (low <= measured.low && measured.high <= high) return ClaimVerdict::holds;
  if (measured.high < low || high < measured.low) return ClaimVerdict::does_not_hold;
  return ClaimVerdict::not_decided;
}

std::vector<PublishedClaim> read_claims(const std::filesystem::path& file) {
  const Json json = read_json(file);
  StrictObject document(json, file.string());
  std::vector<PublishedClaim> claims;
  for (StrictObject& entry : document.objects("claims")) {
    PublishedClaim claim = read_named_claim(entry);
    if (std::ranges::find(claims, claim.id, &PublishedClaim::id) != claims.end())
      entry.fail("id", "one that no other claim has");
    claims.push_back(std::move(claim));
  }
  document.finish();
  return claims;
}

}  // namespace sketchbench
