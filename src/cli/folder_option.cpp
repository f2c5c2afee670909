#include "cli/folder_option.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/number_option.hpp"
#include "core/error.hpp"

namespace sketchbench {
namespace {

CLI::Option* add(CLI::App& command, const std::string& name, const std::string& description,
                 std::function<void(const std::string&)> take) {
  return add_parsed_option(command, name, "DIR", description, [name, take](const std::string& text) {
    if (text.empty()) throw InputError(fmt::format("{} \"\": expected the name of a folder", name));
    take(text);
  });
}

}  // namespace

void add_folder_option(CLI::App& command, const std::string& name, const std::string& description,
                       std::optional<std::filesystem::path>& to) {
  add(command, name, description, [&to](const std::string& text) { to = text; });
}

void add_folder_option(CLI::App& command, const std::string& name, const std::string& description,
                       std::filesystem::path& to) {
  add(command, name, description, [&to](const std::string& text) { to = text; })->default_str(to.string());
}

}  // namespace sketchbench
