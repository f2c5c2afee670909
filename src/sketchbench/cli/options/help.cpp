#include <sketchbench/cli/options/help.hpp>

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>

#include <sketchbench/report/document/render_terminal.hpp>

namespace sketchbench {

void set_help_footer(CLI::App& command, const std::string& details) {
  const std::string parent =
      command.get_parent()->get_parent() == nullptr ? "" : command.get_parent()->get_name();
  std::string text = details.empty() ? "" : details + "\n";
  text += "Examples:";
  for (const std::string& example :
       examples_of(parent.empty() ? command.get_name() : parent + " " + command.get_name()))
    text += fmt::format("\n  sketchbench {}", example);
  command.footer(text);
}

void begin_group(CLI::App& command, const std::string& title) { command.option_defaults()->group(title); }

void add_color_option(CLI::App& command, Color& color) {
  static const std::map<std::string, Color> words = {
      {"auto", Color::automatic}, {"always", Color::always}, {"never", Color::never}};
  command
      .add_option_function<std::string>(
          "--color", [&color](const std::string& word) { color = words.at(word); },
          "auto: on a terminal, unless NO_COLOR is set; always; never")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

bool wants_color(Color color) {
  return color == Color::always || (color == Color::automatic && terminal_wants_colour());
}

}  // namespace sketchbench
