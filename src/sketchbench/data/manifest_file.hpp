#pragma once
#include <filesystem>

namespace sketchbench {

/// Whether a JSON file describes a data set: it has "sources" or "splits" and no "experiment", as
/// configurations do. InputError when it cannot be read or is no JSON.
bool is_manifest(const std::filesystem::path& file);

}  // namespace sketchbench
