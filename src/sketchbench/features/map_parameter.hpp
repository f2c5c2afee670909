#pragma once
#include <memory>
#include <string>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/fields.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/map_request.hpp>

namespace sketchbench {

/// Those that are given and differ from their defaults, checked: one map has one description, however it was
/// asked for. InputError names key, value and what was expected.
ParameterValues read_map_parameters(StrictObject object, const std::vector<FieldInfo>& known);

/// The same of what a caller gives for a map of that name.
ParameterValues read_map_parameters(const ParameterValues& given, const std::string& map,
                                    const std::vector<FieldInfo>& known);

/// All of them: the given ones, and the defaults of the others.
ParameterValues with_defaults(const ParameterValues& given, const std::vector<FieldInfo>& known);

/// FeatureMapKind::read_parameters of a kind whose parameters are those of the struct.
template <class Parameters>
std::shared_ptr<const MapParameters> read_parameters_as(const ParameterValues& given) {
  const Json json = given.empty() ? Json::object() : Json(given);
  StrictObject object(json, "the map", "parameters");
  return std::make_shared<const Parameters>(Parameters::fields().read(object));
}

/// Those that the kind has read, or the part of them that it has in common with others; of a kind without any
/// the defaults. Error for given ones that nobody has read.
template <class Parameters>
const Parameters& parameters_of(const MapRequest& request) {
  static const Parameters defaults;
  if (const auto* read = dynamic_cast<const Parameters*>(request.read_parameters.get())) return *read;
  if (request.read_parameters == nullptr && !request.parameters.empty())
    throw Error("the parameters of a map have not been read");
  return defaults;
}

}  // namespace sketchbench
