#pragma once
#include <memory>

#include <sketchbench/features/external/external_map.hpp>

namespace sketchbench {

/// SKETCHBENCH_PLUGIN_ABI of features/external/sketchbench_plugin.h, which describes the functions.
extern const int plugin_abi_version;

/// Loads the map's library and throws the Error that making a map of it would begin with: it cannot be
/// loaded, is of another version or lacks a function. Whatever a library does when it is loaded, it does to
/// this process.
void require_plugin(const ExternalMap& map);

/// Loads the library of request.external and makes its map. Error, in the library's own words where it has
/// some, for one that cannot be loaded, is of another version, lacks a function or fails.
std::unique_ptr<FeatureMap> make_plugin_map(const MapRequest& request, const Rows& train);

}  // namespace sketchbench
