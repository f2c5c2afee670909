#include <sketchbench/features/map_parameter.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

template <class Value>
ParameterValue read_as(StrictObject& object, const FieldInfo& parameter) {
  Value value = {};
  read_field(object, parameter, value);
  return value;
}

ParameterValue read(StrictObject& object, const FieldInfo& parameter) {
  const FieldType type = type_of(parameter);
  if (type == FieldType::whole) return read_as<std::int64_t>(object, parameter);
  return type == FieldType::number ? read_as<double>(object, parameter)
                                   : read_as<std::string>(object, parameter);
}

}  // namespace

ParameterValues read_map_parameters(StrictObject object, const std::vector<FieldInfo>& known) {
  ParameterValues given;
  for (const FieldInfo& parameter : known)
    if (object.has(parameter.name))
      if (ParameterValue value = read(object, parameter); value != ParameterValue(parameter.default_value))
        given[parameter.name] = std::move(value);
  object.finish();
  return given;
}

ParameterValues read_map_parameters(const ParameterValues& given, const std::string& map,
                                    const std::vector<FieldInfo>& known) {
  if (given.empty()) return {};
  const Json json = given;
  return read_map_parameters(StrictObject(json, map, "parameters"), known);
}

ParameterValues with_defaults(const ParameterValues& given, const std::vector<FieldInfo>& known) {
  ParameterValues all = given;
  for (const FieldInfo& parameter : known)
    all.emplace(parameter.name, ParameterValue(parameter.default_value));
  return all;
}

}  // namespace sketchbench
