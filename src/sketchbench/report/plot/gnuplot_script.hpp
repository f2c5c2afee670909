#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>

namespace sketchbench {

/// `text` as gnuplot reads it back, whatever is in it: in double quotes, all but letters, digits and harmless
/// signs by their number. (In single quotes, gnuplot 5.4 takes two quotes in a row for the end.) What does
/// not show, control characters and broken UTF-8, is shown escaped.
std::string gnuplot_quoted(std::string_view text);

/// The commands that draw a figure with points into the files that gnuplot's variables plot_svg, plot_pdf and
/// plot_png name. The text depends on nothing else. `without_font`: characters that cannot be drawn on this
/// machine (font_coverage.hpp). PDF and PNG have a small box in place of each: gnuplot's own boxes are many
/// times as large as the text (Pango makes them without regard to Cairo's scale). An SVG is text, which
/// whoever shows it may have the fonts for.
std::string gnuplot_script(const Figure& figure, const std::vector<std::string>& without_font = {});

/// The typeface of all text in figures: it has the brackets and raised digits that kernels are written with.
inline constexpr std::string_view figure_typeface = "DejaVu Sans";

}  // namespace sketchbench
