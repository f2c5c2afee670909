#include <sketchbench/cli/options/map_options.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include <sketchbench/cli/options/help.hpp>
#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/cli/options/value_text.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {
namespace {

constexpr const char* command_line = "the command line";

Json parse_parameter(const std::string& option, const std::string& text, const FieldInfo& parameter) {
  if (std::ranges::find(parameter.choices, text) != parameter.choices.end()) return text;
  if (type_of(parameter) == FieldType::whole)
    return parse_whole_number(option, text, static_cast<std::int64_t>(parameter.low),
                              static_cast<std::int64_t>(parameter.high));
  return parse_number(option, text, parameter.low);
}

/// With what a specification gives, which the command line goes before.
ParameterValues parameters_of(const MapOptions& options, const FeatureMapKind& kind,
                              const ParameterValues& specified) {
  if (options.parameters.empty()) return specified;
  Json given = specified.empty() ? Json::object() : Json(specified);
  for (const std::string& text : options.parameters) {
    const auto [name, value] = named_value("--map-parameter", text);
    const auto known = std::ranges::find(kind.parameters, name, &FieldInfo::name);
    const bool is_word = known != kind.parameters.end() && known->default_value.is_string();
    given[name] = is_word ? Json(value) : value_of_text(value);
  }
  return read_map_parameters(StrictObject(given, command_line, "map-parameter"), kind.parameters);
}

std::string map_names() {
  std::string names;
  for (const FeatureMapKind& kind : feature_map_kinds()) names += (names.empty() ? "" : ", ") + kind.name;
  return names;
}

}  // namespace

bool is_specification(const std::string& map) { return map.ends_with(".json"); }

MapSpec resolve_map(const MapOptions& options) {
  MapSpec spec = is_specification(options.map) ? read_map_spec(options.map) : MapSpec{.name = options.map};
  if (options.D) spec.request.D = *options.D;
  if (options.seed) spec.request.seed = *options.seed;
  StrictObject kernel(options.kernel, command_line);
  spec.request.kernel = Kernel::parse_short(kernel, &spec.request.kernel);
  kernel.finish();
  if (!spec.name.empty()) {
    spec.request.parameters = parameters_of(options, find_feature_map(spec.name), spec.request.parameters);
    return spec;
  }
  if (options.D) throw InputError("--D is the number of features of a map, expected --map beside it");
  if (!options.parameters.empty()) throw InputError("--map-parameter is for a map, expected --map beside it");
  return spec;
}

std::vector<TextOption<MapOptions>> kernel_and_size_options() {
  std::vector<TextOption<MapOptions>> options = {
      {"--D", "N", "number of mapped features", [](MapOptions& to, const std::string& text) {
         to.D = parse_whole_number("--D", text, 1, largest_D);
       }}};
  for (const std::string& column : Kernel::columns()) {
    const std::string name = "--" + column, meaning = Kernel::meaning(column),
                      otherwise = MapRequest().kernel.column(column);
    const std::string help = otherwise.empty() ? meaning : fmt::format("{} (default {})", meaning, otherwise);
    if (const auto parameter = Kernel::parameter(column))
      options.push_back({name, "N",
                         help + (parameter->choices.empty() ? "" : ", or median: of the training rows"),
                         [name, parameter](MapOptions& to, const std::string& text) {
                           to.kernel[parameter->name] = parse_parameter(name, text, *parameter);
                         }});
    else
      options.push_back({name, "TEXT", help,
                         [column](MapOptions& to, const std::string& text) { to.kernel[column] = text; }});
  }
  return options;
}

void add_map_choice(CLI::App& command, MapOptions& options, bool required) {
  begin_group(command, option_group::map);
  command
      .add_option(
          "--map", options.map,
          "a specification (SPEC.json, in which \"sigma\" may be \"median\": that of the training rows) "
          "or one of " +
              map_names())
      ->required(required);
  add_parsed_option(command, "--seed", "N", "the same seed gives the same map (default 1)",
                    [&options](const std::string& text) { options.seed = parse_seed("--seed", text); });
  command
      .add_option("--map-parameter", options.parameters,
                  "a parameter of the map, may be repeated: q=2 (sketchbench maps NAME)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

}  // namespace sketchbench
