#pragma once
#include <string>

#include "report/document/document.hpp"

namespace sketchbench {

/// GitHub's Markdown; the lines of a cell are parted by <br>.
std::string render_markdown(const Document& document);

/// Characters that Markdown would take for markup, escaped.
std::string markdown_escaped(std::string_view text);

}  // namespace sketchbench
