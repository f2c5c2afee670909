#pragma once
#include <filesystem>

namespace sketchbench {

/// A free name for the file in the folder, which is made: "notes-0123abcd.txt".
std::filesystem::path place_aside(const std::filesystem::path& file, const std::filesystem::path& folder);

/// Moves the file into the folder under a name of its own and returns that: what may be somebody's own is
/// never deleted. Of two processes that do it at once, one does. Error when the system does not let it.
std::filesystem::path move_aside(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace sketchbench
