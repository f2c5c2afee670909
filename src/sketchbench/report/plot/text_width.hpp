#pragma once
#include <string_view>

namespace sketchbench {

/// About how wide UTF-8 text is in DejaVu Sans, in units of the font's size. The program that draws knows it
/// exactly but cannot be asked; entries of a legend need no more than not to touch.
double text_width_em(std::string_view text);

}  // namespace sketchbench
