#pragma once
#include <map>
#include <string>
#include <string_view>

#include "report/figure.hpp"

namespace sketchbench {

/// The shape of a point. `name_of` gives the word that the page's charts use.
enum class Symbol { circle, square, triangle, diamond, triangle_down, pentagon };
std::string_view name_of(Symbol symbol);

/// How everything of one key looks, in the static figures and on the page.
struct SeriesStyle {
  std::string light, dark;  ///< "#rrggbb", on a light and on a dark ground
  Symbol symbol = Symbol::circle;
  bool hollow = false;  ///< a number of the paper, in its method's colour and symbol
};

/// Published numbers stand beside ours under this prefix: "paper:tensor_sketch".
inline constexpr std::string_view paper_prefix = "paper:";

/// The key without the prefix of published numbers: the method that a filter asks for.
std::string_view method_of_key(std::string_view key);

/// A style for each key in the figure, no two alike. Methods and data sets have one each that is theirs in
/// every figure; other keys take, in the order of their appearance, what is left.
/// The colours are those of Okabe and Ito, "Color Universal Design" (2008), which readers with any of the
/// common forms of colour blindness can tell apart; symbols differ as well, for prints without colour.
std::map<std::string, SeriesStyle> styles_for(const Figure& figure);

}  // namespace sketchbench
