#pragma once
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/core/json.hpp>

namespace sketchbench {

/// Those that are given and differ from their defaults, checked; null for none: one map has one description,
/// however it was asked for. InputError names key, value and what was expected.
Json read_map_parameters(StrictObject object, const std::vector<FieldInfo>& known);

/// All of them: the given ones, and the defaults of the others.
Json with_defaults(const Json& given, const std::vector<FieldInfo>& known);

/// Those of a map that are described together, of all that are given (MapRequest::parameters; null: none).
template <Described Parameters>
Parameters map_parameters(const Json& given) {
  static const Json none = Json::object();
  StrictObject object(given.is_null() ? none : given, "the map", "parameters");
  return Parameters::fields().read(object);
}

}  // namespace sketchbench
