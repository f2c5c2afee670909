#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "report/figure.hpp"

namespace sketchbench {

/// `text` as gnuplot reads it: in single quotes, where nothing but the quote itself has a meaning. Line
/// breaks and other control characters, which would end the command, become spaces.
std::string gnuplot_quoted(std::string_view text);

/// The commands that draw a figure with points into the files that gnuplot's variables plot_svg, plot_pdf and
/// plot_png name. The text depends on nothing but the figure.
std::string gnuplot_script(const Figure& figure);

/// The typeface of all text in figures: it has the brackets and raised digits that kernels are written with.
inline constexpr std::string_view figure_typeface = "DejaVu Sans";

}  // namespace sketchbench
