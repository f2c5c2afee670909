#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace sketchbench {

/// The characters of `text`, well-formed UTF-8, that `coverage` does not have, each once. ASCII is taken to
/// be there. `coverage`: for each font a line of ranges of code points in hexadecimal, "20-7e a0-1a9 245", as
/// fontconfig prints character sets.
std::vector<std::string> characters_not_in(std::string_view coverage, std::string_view text);

/// Those that no font installed here has, as fontconfig's fc-list says; none where there is no such program.
std::vector<std::string> characters_without_font(std::string_view text);

}  // namespace sketchbench
