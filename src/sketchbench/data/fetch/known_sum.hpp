#pragma once
#include <filesystem>
#include <string>

namespace sketchbench {

/// SHA-256 of a regular file, taken anew only where its size or times are not those of the last time, which
/// are kept in <cache>/sums; where they cannot be kept, it is taken each time. Throws as sha256_file() does.
std::string known_sum(const std::filesystem::path& file, const std::filesystem::path& cache);

}  // namespace sketchbench
