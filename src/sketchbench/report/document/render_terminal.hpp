#pragma once
#include <string>

#include <sketchbench/report/document/document.hpp>

namespace sketchbench {

/// UTF-8 with aligned columns and rules; `colour` adds ANSI sequences and changes nothing else.
std::string render_terminal(const Document& document, bool colour);

/// True when standard output is a terminal and NO_COLOR (no-color.org) is unset or empty.
bool terminal_wants_colour();

}  // namespace sketchbench
