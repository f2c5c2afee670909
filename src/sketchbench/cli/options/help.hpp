#pragma once
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sketchbench {

/// The longest description of a command: a line of the program's help.
inline constexpr std::size_t longest_description = 70;

/// Command lines of a command, "datasets add", that can be typed as they are, without "sketchbench". Error
/// for a command that has none.
const std::vector<std::string>& examples_of(const std::string& command);

/// What stands below a command's options: what else is to be said of it, which ends with a line feed where it
/// is not empty, and its examples.
void set_help_footer(CLI::App& command, const std::string& details = {});

/// What is added to the command from here on stands below this title in its help. Other parts of the command
/// may go on with the same group.
void begin_group(CLI::App& command, const std::string& title);
/// Those that several functions add to; `others` is where everything begins.
namespace option_group {
inline constexpr const char *others = "Options", *cells = "Cells", *running = "How they run",
                            *folders = "Folders", *map = "Map and kernel", *learner = "Learner",
                            *data = "Data";
}

/// When output is coloured.
enum class Color { automatic, always, never };
/// --color auto|always|never; NO_COLOR counts for auto.
void add_color_option(CLI::App& command, Color& color);
bool wants_color(Color color);

}  // namespace sketchbench
