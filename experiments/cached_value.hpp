#pragma once
#include <filesystem>
#include <functional>
#include <vector>

#include <sketchbench/core/json_fwd.hpp>

namespace sketchbench {

/// A value that many cells need and that is computed once: <cache>/computed/<SHA-256 of its key>.json, with
/// key and checksum. The key has everything that the value depends on, a version of its computation included.
/// A file that is not in order is made again, and what killed writers have left is removed then; without a
/// folder that can be written, the value is computed each time. Cells that run side by side may each compute
/// it, and write the same.
Json cached_value(const std::filesystem::path& cache, const Json& key, const std::function<Json()>& compute);

/// <cache>/computed
std::filesystem::path cached_values_folder(const std::filesystem::path& cache);

/// What a look at all that is kept has found.
struct CachedValues {
  std::size_t files = 0;
  std::vector<std::filesystem::path> damaged;  ///< that no cell would use; sorted
};
CachedValues inspect_cached_values(const std::filesystem::path& cache);

}  // namespace sketchbench
