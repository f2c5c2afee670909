#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <sketchbench/report/figure/figure.hpp>

namespace sketchbench {

/// The word that the page's charts use.
std::string_view name_of(Symbol symbol);

/// How everything of one key looks, in the static figures and on the page.
struct SeriesStyle {
  std::string light, dark;  ///< "#rrggbb", on a light and on a dark ground
  Symbol symbol = Symbol::circle;
  std::string text = {};  ///< the light one, dark enough for a label on white
  bool hollow = false;    ///< a number of the paper, in its method's colour and symbol
};

/// WCAG's contrast of two colours "#rrggbb": 1 to 21.
double contrast(std::string_view a, std::string_view b);

/// Published numbers stand beside ours under this prefix: "paper:tensor_sketch".
inline constexpr std::string_view paper_prefix = "paper:";

/// The key without the prefix of published numbers: the method that a filter asks for.
std::string_view method_of_key(std::string_view key);

/// The key of what is neither a method nor a data set: a front, an identity, a bound.
inline constexpr const char* reference_key = "reference";

/// The look that a method has in every figure: the colour of its family, with a symbol and a shade by its
/// place among those of the family that are registered, or the exact kernel's own. None for any other name.
std::optional<Look> look_of_method(std::string_view method);

/// A style for each key in the figure, no two alike: methods have theirs; methods with parameters,
/// "tefm_g[d=10]", its shade with other symbols; data sets what they ask for, where nothing else looks so;
/// other keys take, in the order of their appearance, what is left.
std::map<std::string, SeriesStyle> styles_for(const Figure& figure);

}  // namespace sketchbench
