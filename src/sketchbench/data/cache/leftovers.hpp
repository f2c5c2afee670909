#pragma once
#include <sketchbench/data/catalog.hpp>

namespace sketchbench {

/// Removes what killed processes have left in the cache and what nobody can go on from: locks that nobody
/// holds, and parts of downloads that are there as a whole. Temporary files go when the next entry is
/// written. Other parts stay: the next attempt goes on from them.
void remove_leftovers(const DataPaths& paths);

}  // namespace sketchbench
