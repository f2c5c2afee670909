#pragma once
#include <filesystem>
#include <optional>
#include <string_view>

namespace sketchbench {

/// A file or folder that comes with the program, such as "datasets", wherever the command runs: in
/// share/sketchbench of the place that the program is installed in, or in the source folder of the build tree
/// that it was built in (both may have been moved together). Nothing when neither has it.
std::optional<std::filesystem::path> shipped(std::string_view name);

/// `name`, a relative path, where the command runs; what comes with the program where it is not there; `name`
/// where there is neither, so that a message can say what is missing.
std::filesystem::path find_resource(std::string_view name);

/// The same as shipped() for a program at that place, an absolute path.
std::optional<std::filesystem::path> shipped_with(const std::filesystem::path& program,
                                                  std::string_view name);

}  // namespace sketchbench
