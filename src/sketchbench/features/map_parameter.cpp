#include <sketchbench/features/map_parameter.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

Json read(StrictObject& object, const FieldInfo& parameter) {
  if (parameter.default_value.is_number_integer())
    return object.integer(parameter.name, static_cast<std::int64_t>(parameter.low),
                          static_cast<std::int64_t>(parameter.high));
  if (parameter.default_value.is_number())
    return object.number(parameter.name, parameter.low, parameter.high);
  const std::string word = object.text(parameter.name);
  if (parameter.file) return word;
  if (std::ranges::find(parameter.choices, word) == parameter.choices.end())
    object.fail(parameter.name, fmt::format("one of {}", fmt::join(parameter.choices, ", ")));
  return word;
}

}  // namespace

Json read_map_parameters(StrictObject object, const std::vector<FieldInfo>& known) {
  Json given;
  for (const FieldInfo& parameter : known)
    if (object.has(parameter.name))
      if (Json value = read(object, parameter); value != parameter.default_value)
        given[parameter.name] = std::move(value);
  object.finish();
  return given;
}

Json with_defaults(const Json& given, const std::vector<FieldInfo>& known) {
  Json all = Json::object();
  for (const FieldInfo& parameter : known) all[parameter.name] = parameter.default_value;
  if (!given.is_null()) all.update(given);
  return all;
}

}  // namespace sketchbench
