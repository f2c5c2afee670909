#pragma once
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/document/document.hpp>

namespace sketchbench {

/// GitHub's Markdown; the lines of a cell are parted by <br>.
std::string render_markdown(const Document& document);

/// The table alone, without its caption and what else is written about it.
std::string markdown_grid(const Table& table);

/// The same of cells that are Markdown already: headings, a rule for each column ("---:" sets it to the
/// right), rows.
std::string markdown_lines(const std::vector<std::vector<std::string>>& lines,
                           const std::vector<std::string>& rules);

/// Characters that Markdown would take for markup, escaped.
std::string markdown_escaped(std::string_view text);

}  // namespace sketchbench
