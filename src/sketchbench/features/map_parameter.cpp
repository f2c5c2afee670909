#include <sketchbench/features/map_parameter.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

template <class Value>
Json read_as(StrictObject& object, const FieldInfo& parameter) {
  Value value = {};
  read_field(object, parameter, value);
  return value;
}

Json read(StrictObject& object, const FieldInfo& parameter) {
  const FieldType type = type_of(parameter);
  if (type == FieldType::whole) return read_as<std::int64_t>(object, parameter);
  return type == FieldType::number ? read_as<double>(object, parameter)
                                   : read_as<std::string>(object, parameter);
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
