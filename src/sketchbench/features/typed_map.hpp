#pragma once
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

/// The map whose parameters Kind understands, in its own type:
///     struct Kind {
///       using Parameters = ...;  // described by fields() (core/fields.hpp)
///       static std::unique_ptr<FeatureMap> make(request, parameters, train);
///       static std::unique_ptr<FeatureMap> restore(request, parameters, parts);
///       static double memory(request, parameters);
///       static double workspace(request, parameters);
///       static void require_shape(request, parameters);
///       static double seconds_of_row(request, parameters, nonzeros);
///     };
/// as FeatureMapKind says of each. `map` has the rest.
template <class Kind>
FeatureMapKind typed_map(FeatureMapKind map) {
  using P = typename Kind::Parameters;
  map.parameters = P::fields().info();
  map.make = [](const MapRequest& request, const Rows& train) {
    return Kind::make(request, map_parameters<P>(request.parameters), train);
  };
  map.restore = [](const MapRequest& request, const MapParts& parts) {
    return Kind::restore(request, map_parameters<P>(request.parameters), parts);
  };
  map.memory = [](const MapRequest& request) {
    return Kind::memory(request, map_parameters<P>(request.parameters));
  };
  map.workspace = [](const MapRequest& request) {
    return Kind::workspace(request, map_parameters<P>(request.parameters));
  };
  map.require_shape = [](const MapRequest& request) {
    Kind::require_shape(request, map_parameters<P>(request.parameters));
  };
  map.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    return Kind::seconds_of_row(request, map_parameters<P>(request.parameters), nonzeros);
  };
  return map;
}

}  // namespace sketchbench
