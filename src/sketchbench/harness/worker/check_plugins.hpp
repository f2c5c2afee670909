#pragma once
#include <vector>

#include <sketchbench/harness/config/config.hpp>

namespace sketchbench {

/// How long a library may take to be loaded, in seconds: a large one from a slow disk takes some.
inline constexpr double plugin_patience_s = 60;

/// Loads every plug-in of the configurations once, each in a process of its own. InputError, with the
/// configuration, the library and what was found and expected, for one that is of another version of the
/// interface, cannot be loaded or lacks a function, and for one that ends its process or is not loaded in
/// time. Nothing is written.
void require_plugins(const std::vector<Config>& configs, double patience_s = plugin_patience_s);

}  // namespace sketchbench
