#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace sketchbench {

// What bench/run has left of its parts: results/bench/PART.json, and PART.md for people. What was measured
// again is in results/FOLDER/bench.

/// The title of a part's report, its first table with what stands above it, and what it was measured on.
/// InputError, with the nearest name, where there is no such part.
std::string bench_text(const std::string& part, const std::filesystem::path& results);

/// A row for each part, with what it was measured on. InputError unless these are all that there are.
std::string benchmarks_text(const std::vector<std::string>& parts, const std::filesystem::path& results);

}  // namespace sketchbench
