#include "features/map_parameter.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"

namespace sketchbench {
namespace {

Json read(StrictObject& object, const MapParameter& parameter) {
  if (parameter.otherwise.is_number_integer())
    return object.integer(parameter.name, static_cast<std::int64_t>(parameter.low),
                          static_cast<std::int64_t>(parameter.high));
  if (parameter.otherwise.is_number()) return object.number(parameter.name, parameter.low, parameter.high);
  const std::string word = object.text(parameter.name);
  if (parameter.file) return word;
  if (std::ranges::find(parameter.choices, word) == parameter.choices.end())
    object.fail(parameter.name, fmt::format("one of {}", fmt::join(parameter.choices, ", ")));
  return word;
}

}  // namespace

Json read_map_parameters(StrictObject object, const std::vector<MapParameter>& known) {
  Json given;
  for (const MapParameter& parameter : known)
    if (object.has(parameter.name))
      if (Json value = read(object, parameter); value != parameter.otherwise)
        given[parameter.name] = std::move(value);
  object.finish();
  return given;
}

Json with_defaults(const Json& given, const std::vector<MapParameter>& known) {
  Json all = Json::object();
  for (const MapParameter& parameter : known) all[parameter.name] = parameter.otherwise;
  if (!given.is_null()) all.update(given);
  return all;
}

}  // namespace sketchbench
