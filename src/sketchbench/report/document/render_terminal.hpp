#pragma once
#include <cstddef>
#include <string>

#include <sketchbench/report/document/document.hpp>

namespace sketchbench {

/// UTF-8 with aligned columns and rules; `colour` adds ANSI sequences and changes nothing else. Words in
/// tables wider than `width` go on in further lines, as far as that helps; 0: tables are as wide as they are.
std::string render_terminal(const Document& document, bool colour, std::size_t width = 0);

/// Columns of the terminal that standard output is; 0 where it is none.
std::size_t terminal_width();

/// True when standard output is a terminal and NO_COLOR (no-color.org) is unset or empty.
bool terminal_wants_colour();

}  // namespace sketchbench
