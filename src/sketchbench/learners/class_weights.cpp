#include <sketchbench/learners/class_weights.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

constexpr const char* expected =
    "\"balanced\", or weights above 0 by label, {\"1\": 0.1, \"-1\": 2}; of a label that is text by its "
    "place in "
    "\"classes\" of the manifest, from 0";

}  // namespace

std::vector<double> ClassWeights::for_classes(std::span<const ClassCount> classes) const {
  std::vector<double> weights;
  double n = 0;
  for (const ClassCount& one : classes) n += one.weight;
  for (const ClassCount& one : classes) {
    const auto said = of.find(one.label);
    weights.push_back(balanced           ? n / (static_cast<double>(classes.size()) * one.weight)
                      : said == of.end() ? 1
                                         : said->second);
  }
  for (const auto& [label, weight] : of)
    if (std::ranges::find(classes, label, &ClassCount::label) == classes.end()) {
      std::vector<int> labels;
      for (const ClassCount& one : classes) labels.push_back(one.label);
      std::ranges::sort(labels);
      throw InputError(
          fmt::format("class_weight has a weight for {}, expected labels of the training rows: {}", label,
                      fmt::join(labels, ", ")));
    }
  return weights;
}

FieldInfo class_weight_field() {
  return {.name = "class_weight",
          .meaning = "what the losses of a class's rows count, times C; balanced: n / (classes * its rows)",
          .expected = expected,
          .default_text = "1 for each"};
}

void read_field(StrictObject& from, const FieldInfo& field, ClassWeights& weights) {
  const Json& value = from.raw(field.name);
  if (value == "balanced") {
    weights.balanced = true;
    return;
  }
  if (!value.is_object() || value.empty()) from.fail(field.name, expected);
  for (const auto& [label, weight] : value.items()) {
    int number = 0;
    const char* const end = label.data() + label.size();
    const auto [stop, error] = std::from_chars(label.data(), end, number);
    if (error != std::errc() || stop != end || !weight.is_number() || !(weight.get<double>() > 0) ||
        !std::isfinite(weight.get<double>()))
      from.fail(field.name, expected);
    weights.of[number] = weight.get<double>();
  }
}

void to_json(Json& json, const ClassWeights& weights) {
  if (weights.balanced) {
    json = "balanced";
    return;
  }
  json = Json::object();
  for (const auto& [label, weight] : weights.of) json[std::to_string(label)] = weight;
}

std::string class_weight_in_words(std::string_view key, const Json& value) {
  if (key != "class_weight") return "";
  if (value == "balanced") return "balanced classes";
  std::string text;
  for (const auto& [label, weight] : value.items())
    text += fmt::format("{}{}: {:g}", text.empty() ? "classes weighted " : ", ", label, weight.get<double>());
  return text;
}

std::vector<double> row_weights(std::span<const float> labels, std::span<const double> weights,
                                std::span<const ClassCount> classes, std::span<const double> of_classes) {
  if (weights.empty() && std::ranges::all_of(of_classes, [](double weight) { return weight == 1; }))
    return {};
  std::vector<double> all(labels.size(), 1);
  if (!weights.empty()) std::ranges::copy(weights, all.begin());
  if (of_classes.empty()) return all;
  std::map<int, double> by_label;
  for (std::size_t k = 0; k < classes.size(); ++k) by_label[classes[k].label] = of_classes[k];
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i] != 0) all[i] *= by_label.at(static_cast<int>(labels[i]));
  return all;
}

Repetitions Repetitions::of(std::span<const double> weights, std::string_view learner,
                            std::string_view other) {
  if (std::ranges::all_of(weights, [](double weight) { return weight == 1; })) return {};
  constexpr int most_parts = 10;  // of the least weight
  constexpr double tolerance = 1e-9;
  const double most_rows = 10 * static_cast<double>(weights.size());
  double least = HUGE_VAL;
  for (const double weight : weights)
    if (weight > 0) least = std::min(least, weight);
  for (int parts = 1; parts <= most_parts; ++parts) {
    const double unit = least / parts;
    if (!(std::accumulate(weights.begin(), weights.end(), 0.0) / unit <= most_rows)) break;
    const bool fits = std::ranges::all_of(weights, [&](double weight) {
      const double times = weight / unit;
      return std::abs(times - std::round(times)) <= tolerance * std::max(1.0, times);
    });
    if (!fits) continue;
    Repetitions found{.unit = unit, .rows = {}};
    for (std::size_t i = 0; i < weights.size(); ++i)
      found.rows.insert(found.rows.end(), static_cast<std::size_t>(std::llround(weights[i] / unit)),
                        static_cast<int>(i));
    return found;
  }
  throw InputError(fmt::format(
      "{} has no weights of rows but for repeating them, and these are not whole multiples of one "
      "number that make {:g} rows or fewer: choose {}, which takes any",
      learner, most_rows, other));
}

}  // namespace sketchbench
