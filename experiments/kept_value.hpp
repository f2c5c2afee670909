#pragma once
#include <filesystem>
#include <functional>

#include "core/json.hpp"

namespace sketchbench {

/// A value that many cells need and that is computed once: <cache>/computed/<SHA-256 of its key>.json, with
/// key and checksum. The key has everything that the value depends on, a version of its computation included.
/// A file that is not in order is made again; without a folder that can be written, the value is computed
/// each time. Cells that run side by side may each compute it, and write the same.
Json kept_value(const std::filesystem::path& cache, const Json& key, const std::function<Json()>& compute);

}  // namespace sketchbench
