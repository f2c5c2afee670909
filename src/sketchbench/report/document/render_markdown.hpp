#pragma once
#include <string>

#include <sketchbench/report/document/document.hpp>

namespace sketchbench {

/// GitHub's Markdown; the lines of a cell are parted by <br>.
std::string render_markdown(const Document& document);

/// The table alone, without its caption and what else is written about it.
std::string markdown_grid(const Table& table);

/// Characters that Markdown would take for markup, escaped.
std::string markdown_escaped(std::string_view text);

}  // namespace sketchbench
