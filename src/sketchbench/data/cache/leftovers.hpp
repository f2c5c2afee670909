#pragma once
#include <sketchbench/data/catalog.hpp>

namespace sketchbench {

/// Removes what killed processes have left in the cache: locks that name a holder who holds them no more.
/// Temporary files go when the next entry is written. Parts of downloads stay: the next attempt goes on from
/// them.
void remove_leftovers(const DataPaths& paths);

}  // namespace sketchbench
