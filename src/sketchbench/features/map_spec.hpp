#pragma once
#include <filesystem>
#include <limits>
#include <string>

#include <sketchbench/core/types.hpp>
#include <sketchbench/features/map_request.hpp>

namespace sketchbench {

/// Columns are counted in 32 bits.
inline constexpr Index most_columns = std::numeric_limits<std::int32_t>::max();

/// A map as a file or a command line asks for it: all but the number of input features.
struct MapSpec {
  std::string name;         ///< of a FeatureMapKind
  MapRequest request = {};  ///< D = 0: not said
};

/// Reads {"map": NAME, "D": N, "seed": N, "kernel": FAMILY, "parameters": {...}} and the kernel's parameters;
/// all but "map" may be left out, and parameters of another kernel than the default may not. "sigma" may be
/// "median", for the caller to take from training rows, and not "cross_validation". InputError names file,
/// key, value and what was expected.
MapSpec read_map_spec(const std::filesystem::path& file);

}  // namespace sketchbench
