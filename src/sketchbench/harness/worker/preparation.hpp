#pragma once
#include <vector>

#include <sketchbench/data/catalog.hpp>
#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/harness/worker/progress.hpp>

namespace sketchbench {

// What is done before any cell runs, in processes of its own.

/// How long a library may take to be loaded, in seconds: a large one from a slow disk takes some.
inline constexpr double plugin_patience_s = 60;

/// Loads every plug-in of the configurations once, each in a process of its own. InputError, with the
/// configuration, the library and what was found and expected, for one that is of another version of the
/// interface, cannot be loaded or lacks a function, and for one that ends its process or is not loaded in
/// time. Nothing is written.
void require_plugins(const std::vector<Config>& configs, double patience_s = plugin_patience_s);

/// Prepares a data set in a process of its own, passing its news on, and returns what it holds.
/// Throws DatasetUnavailable, InputError or Error as prepare_dataset does; Interrupted (interrupt.hpp) when a
/// signal ends it, which leaves nothing behind.
DatasetInfo prepare_in_process(const DatasetRequest& request, const DataPaths& paths, Progress& progress);

}  // namespace sketchbench
