#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sketchbench {

/// Columns that UTF-8 text takes on a terminal: 0 for combining marks, 2 for East Asian wide characters, 1
/// for all others. Unlike wcwidth() it does not depend on the locale. A byte that is not UTF-8 counts as one
/// column.
std::size_t display_width(std::string_view text);

/// `text` broken at spaces into lines of at most `width` columns; a longer word keeps a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace sketchbench
