#include <sketchbench/cli/options/folder_option.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <sketchbench/cli/options/number_option.hpp>
#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

void require_name(const std::string& option, const std::string& text) {
  if (text.empty()) throw InputError(fmt::format("{} \"\": expected the name of a folder", option));
}

CLI::Option* add(CLI::App& command, const std::string& name, const std::string& description,
                 std::function<void(const std::string&)> take) {
  return add_parsed_option(command, name, "DIR", description, [name, take](const std::string& text) {
    require_name(name, text);
    take(text);
  });
}

}  // namespace

void add_folder_option(CLI::App& command, const std::string& name, const std::string& description,
                       std::optional<std::filesystem::path>& to) {
  add(command, name, description, [&to](const std::string& text) { to = text; });
}

void add_folder_option(CLI::App& command, const std::string& name, const std::string& description,
                       std::vector<std::filesystem::path>& to) {
  const auto take = [&to, name](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      require_name(name, text);
      to.emplace_back(text);
    }
  };
  command.add_option_function<std::vector<std::string>>(name, take, description)
      ->type_name("DIR")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

void add_folder_option(CLI::App& command, const std::string& name, const std::string& description,
                       std::filesystem::path& to) {
  add(command, name, description, [&to](const std::string& text) { to = text; })->default_str(to.string());
}

}  // namespace sketchbench
