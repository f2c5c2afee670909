#include <sketchbench/report/words.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <ranges>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {
namespace {

/// A name, or a name with what follows it in a label: "random_maclaurin_h01[C=2]".
std::pair<std::string_view, std::string_view> split_label(std::string_view label) {
  const auto at = std::min(label.find_first_of("[:"), label.size());
  return {label.substr(0, at), label.substr(at)};
}

/// What a name is shown as: a map's own words, the name itself where no map is called so.
struct MethodWords {
  std::string title, brief;
};

MethodWords words_of(std::string_view method) {
  if (method == exact_method) return {exact_title, std::string(method)};
  for (const FeatureMapKind& kind : feature_map_kinds())
    if (kind.name == method) return {kind.title, kind.brief};
  return {std::string(method), std::string(method)};
}

/// A value that is a word: "rpcholesky" as the map of that name is written, "l^2" as "l²".
std::string words_of_value(const std::string& text) {
  for (const FeatureMapKind& kind : feature_map_kinds())
    if (std::ranges::equal(kind.brief, text, {}, [](unsigned char c) { return std::tolower(c); }))
      return kind.brief;
  return replaced(replaced(text, "_", " "), "^2", "²");
}

/// "solver=1" as "solver = 1"; a word that speaks for itself alone: "landmarks=leverage" as "leverage".
std::string words_of_key(std::string_view key_and_value) {
  constexpr std::string_view of_map = "map.";  // where the learner has a key of that name as well
  if (key_and_value.starts_with(of_map)) key_and_value.remove_prefix(of_map.size());
  const auto at = key_and_value.find('=');
  if (at == std::string_view::npos) return std::string(key_and_value);
  const std::string key(key_and_value.substr(0, at)), text(key_and_value.substr(at + 1));
  const Json value = Json::parse(text, nullptr, false);
  if (value.is_number() || value.is_boolean()) return parameter_text(key, value);
  return words_of_value(text);
}

/// What follows a name in a label, in words: "[a=1,b=2]" as "a = 1, b = 2"; anything else as it is.
std::string words_of_rest(std::string_view rest) {
  if (!rest.starts_with('[') || !rest.ends_with(']')) return std::string(rest);
  std::vector<std::string> words;
  for (const auto key : std::views::split(rest.substr(1, rest.size() - 2), ','))
    words.push_back(words_of_key(std::string_view(key.begin(), key.end())));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string with_rest(const std::string& name, std::string_view rest) {
  return name + (rest.starts_with('[') ? ", " : "") + words_of_rest(rest);
}

std::string parameter(const std::string& key, const Json& value, const LearnerKind* kind) {
  if (kind != nullptr && kind->in_words != nullptr)
    if (std::string words = kind->in_words(key, value); !words.empty()) return words;
  return parameter_text(key, value);
}

}  // namespace

std::string parameter_text(const std::string& key, const Json& value) {
  if (value.is_boolean()) return (value.get<bool>() ? "" : "no ") + key;
  if (value.is_number()) return fmt::format("{} = {:g}", key, value.get<double>());
  return fmt::format("{} = {}", key, value.is_string() ? value.get<std::string>() : json_text(value));
}

std::string method_title(std::string_view label) {
  const auto [name, rest] = split_label(label);
  return with_rest(words_of(name).title, rest);
}

std::string method_short(std::string_view label) {
  const auto [name, rest] = split_label(label);
  return with_rest(words_of(name).brief, rest);
}

std::vector<std::string> method_heading(std::string_view label, const LearnerSpec& learner) {
  const auto [name, rest] = split_label(label);
  const std::string title = words_of(name).title;
  const auto comma = title.find(", ");
  std::vector<std::string> heading = {title.substr(0, comma), "+ " + learner_title(learner)};
  if (comma != std::string::npos) heading[1] = title.substr(comma + 2) + " " + heading[1];
  if (!rest.empty()) heading.push_back(words_of_rest(rest));
  return heading;
}

std::string learner_title(const LearnerSpec& learner) {
  return learner.is_none() ? "no learner" : learner.kind().title;
}

std::string title_of_name(const std::string& name) {
  const auto kind = std::ranges::find(learner_kinds(), name, &LearnerKind::type);
  return kind != learner_kinds().end() ? kind->title : method_title(name);
}

std::string learner_parameters(const LearnerSpec& learner, const std::vector<std::string>& methods) {
  if (learner.is_none()) return "no learner";
  const Json keys = learner.to_json();
  std::vector<std::string> parts;
  for (const auto& [key, value] : keys.items())
    if (key != "type") parts.push_back(parameter(key, value, &learner.kind()));
  const std::string of = methods.empty() ? "" : fmt::format(" ({})", fmt::join(methods, ", "));
  const std::string title = learner_title(learner) + of;
  return parts.empty() ? title : fmt::format("{}: {}", title, fmt::join(parts, ", "));
}

std::string percent_text(const Sample& accuracy) {
  return accuracy.std ? fmt::format("{:.2f} ± {:.2f}", accuracy.mean, *accuracy.std)
                      : fmt::format("{:.2f}", accuracy.mean);
}

std::string points_text(double points) {
  const double rounded = std::round(points * 100) / 100;
  if (rounded == 0) return "0.00";
  return fmt::format("{}{:.2f}", rounded < 0 ? "−" : "+", std::abs(rounded));
}

std::string time_text(double seconds) {
  if (seconds < 0.0995) return fmt::format("{:.0f} ms", seconds * 1e3);
  if (seconds < 9.95) return fmt::format("{:.2f} s", seconds);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  if (seconds < 3597) return fmt::format("{:.1f} min", seconds / 60);
  return fmt::format("{:.2f} h", seconds / 3600);
}

std::string times_text(double factor) {
  return factor < 10 ? fmt::format("{:.2g}×", factor) : fmt::format("{}×", with_commas(std::llround(factor)));
}

}  // namespace sketchbench
