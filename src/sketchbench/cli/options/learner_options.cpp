#include <sketchbench/cli/options/learner_options.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>

#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/parameter_help.hpp>
#include <sketchbench/cli/options/value_text.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/labels.hpp>
#include <sketchbench/learners/learner.hpp>

namespace sketchbench {
namespace {

/// How many features DATA has; the learner's key of that name is a --learner-parameter.
constexpr const char* data_option = "features";
/// Its values have commas; --class-weight knows the labels of DATA.
constexpr const char* class_weight_key = "class_weight";

std::string type_names() {
  std::vector<std::string> names;
  for (const LearnerKind& kind : learner_kinds()) names.push_back(kind.type);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::vector<TextOption<LearnerOptions>> learner_key_options() {
  std::map<std::string, std::vector<std::string>> learners_of;
  for (const LearnerKind& kind : learner_kinds())
    for (const FieldInfo& key : kind.parameters)
      if (key.name != data_option && key.name != class_weight_key)
        learners_of[key.name].push_back(fmt::format("{} ({})", kind.type, default_text(key)));
  std::vector<TextOption<LearnerOptions>> options;
  for (const auto& [key, learners] : learners_of)
    options.push_back(
        {"--" + key, "VALUE", fmt::format("of {}", fmt::join(learners, ", ")),
         [key = key](LearnerOptions& to, const std::string& text) { to.values[key] = value_of_text(text); }});
  return options;
}

void add_learner_choice(CLI::App& command, LearnerOptions& options) {
  begin_group(command, option_group::learner);
  command.add_option("--learner", options.type, "one of " + type_names())->required();
  command
      .add_option("--learner-parameter", options.parameters,
                  "any other key of the learner, may be repeated: features=streamed")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

Json ClassWeightOption::key(const std::vector<std::string>& classes) const {
  if (balanced) return "balanced";
  Json weights = Json::object();
  for (const auto& [label, weight] : of) {
    std::int64_t number = 0;
    const auto known = std::ranges::find(classes, label);
    if (known != classes.end())
      number = known - classes.begin();
    else if (!classes.empty())
      throw InputError(fmt::format("--class-weight: there are no rows with the label {}, expected one of {}",
                                   label, fmt::join(classes, ", ")));
    else
      number = parse_whole_number("--class-weight", label.starts_with('+') ? label.substr(1) : label,
                                  -largest_label, largest_label);
    weights[std::to_string(number)] = weight;
  }
  return weights;
}

void add_class_weight(CLI::App& command, ClassWeightOption& option) {
  add_parsed_option(
      command, "--class-weight", "LABEL=WEIGHT,...",
      "of classifiers: what the losses of a class's rows count, times C (default: 1); balanced: inverse to "
      "the number of its rows",
      [&option](const std::string& text) {
        option = {.of = {}, .balanced = text == "balanced"};
        if (option.balanced) return;
        for (const std::string& one : listed_values("--class-weight", text)) {
          const auto [label, weight] = named_value("--class-weight", one);
          const double value = parse_number("--class-weight", weight, -HUGE_VAL);
          if (!(value > 0))
            throw InputError(fmt::format("--class-weight \"{}\": expected a number above 0", one));
          option.of.emplace_back(label, value);
        }
      });
}

LearnerSpec resolve_learner(const LearnerOptions& options) {
  Json specification = options.values;
  for (const std::string& text : options.parameters) {
    const auto [key, value] = named_value("--learner-parameter", text);
    if (specification.contains(key) || key == "type")
      throw InputError(fmt::format("--learner-parameter \"{}\": {} is given already", text, key));
    specification[key] = value_of_text(value);
  }
  specification["type"] = options.type;
  return LearnerSpec::parse(specification, "the command line");
}

}  // namespace sketchbench
