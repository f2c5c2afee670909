#pragma once
#include <string>
#include <string_view>

#include <sketchbench/report/document/document.hpp>

namespace sketchbench {

/// Table environments to \input into a paper; needs the packages booktabs and amssymb, and says so in its
/// first line.
std::string render_latex(const Document& document);

/// LaTeX's special characters escaped, the symbols of the tables (±, ⟨ ⟩, superscripts, ✓) as their commands.
std::string latex_escaped(std::string_view text);

}  // namespace sketchbench
