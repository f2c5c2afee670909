#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sketchbench {

// Options that name a folder. InputError for an empty name, which a script's variable without a value leaves:
// it would be taken for the option's default, or for the folder that the program works in.

void add_folder_option(CLI::App& command, const std::string& name, const std::string& description,
                       std::optional<std::filesystem::path>& to);
/// May stand several times.
void add_folder_option(CLI::App& command, const std::string& name, const std::string& description,
                       std::vector<std::filesystem::path>& to);
/// With a default, which stands in the help.
void add_folder_option(CLI::App& command, const std::string& name, const std::string& description,
                       std::filesystem::path& to);

}  // namespace sketchbench
