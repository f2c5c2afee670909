#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

namespace sketchbench {

// Where configurations are looked for that nobody has named a file for: in the folder "configs" where the
// command runs, then in the one that comes with the program (core/system/shipped.hpp).

/// The file of the configuration called so: "table1". The first folder's name for it where neither has it.
std::filesystem::path find_config(std::string_view name);

/// All of both folders by their files' names, of two with one name the first folder's. notes.json, which
/// holds remarks for reports, is none, nor is a manifest of a data set.
std::vector<std::filesystem::path> all_configs();

}  // namespace sketchbench
