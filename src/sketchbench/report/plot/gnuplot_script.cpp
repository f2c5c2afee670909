#include <sketchbench/report/plot/gnuplot_script.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <vector>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/plot/dodges.hpp>
#include <sketchbench/report/plot/figure_layout.hpp>

namespace sketchbench {
namespace {

constexpr std::string_view text_colour = "#222222", axis_colour = "#555555", grid_colour = "#e4e4e4",
                           ground_colour = "#ffffff";
constexpr std::string_view box_for_a_character = "□";  // DejaVu Sans has it
// A second and a third theory of one method are dashed in another way.
constexpr std::array<std::string_view, 3> dashes = {"(8,4)", "(2,4)", "(10,4,2,4)"};

constexpr double half_level = 0.08;  // of one value of a theory, as a share of the x axis

/// gnuplot's number of the symbol; the one before it is the same symbol, hollow.
int point_type(Symbol symbol) {
  switch (symbol) {
    case Symbol::square:
      return 5;
    case Symbol::circle:
      return 7;
    case Symbol::triangle:
      return 9;
    case Symbol::triangle_down:
      return 11;
    case Symbol::diamond:
      return 13;
    case Symbol::pentagon:
      return 15;
  }
  return 7;
}

/// A form of the picture. gnuplot's terminals have units of their own: what a point (1/72 inch) is on the
/// page, and by what font sizes, line widths and symbols have to be multiplied to come out alike.
struct Form {
  std::string_view terminal, extension, size_unit;
  double size, font, line, symbol;
  bool is_text;  ///< of whoever shows it, not drawn
};
// A CSS pixel is 3/4 of a point; the bitmap has 300 dots an inch.
constexpr std::array<Form, 3> forms = {{
    {"svg", "svg", "", 4.0 / 3, 4.0 / 3, 1.0, 4.0 / 3, true},
    {"pdfcairo", "pdf", "in", 1.0 / 72, 0.75, 1.5, 1.1, false},
    {"pngcairo", "png", "", 300.0 / 72, 0.75 * 300 / 72, 3.0, 4.0, false},
}};

/// How heavily a series is drawn: thin where it stands behind others.
struct Weight {
  double line, bar, point;
};
Weight weight_of(const FigureSeries& series) {
  return series.behind ? Weight{0.7, 0.5, 0.4} : Weight{1.2, 0.6, 0.55};
}

std::string symbols(int type, std::string_view colour, const Weight& weight) {
  return fmt::format("points pt {} ps {}*symbol_scale lw {} lc rgb '{}'", type, weight.point, weight.bar,
                     colour);
}

/// Plots of the points in `data`. A hollow symbol covers the lines below it like a filled one.
void add_symbols(const std::string& data, const SeriesStyle& style, const Weight& weight,
                 std::vector<std::string>& plots) {
  const int filled = point_type(style.symbol);
  plots.push_back(
      fmt::format("{} with {}", data, symbols(filled, style.hollow ? ground_colour : style.light, weight)));
  if (style.hollow)
    plots.push_back(fmt::format("{} with {}", data, symbols(filled - 1, style.light, weight)));
}

/// A tick's label is a format to gnuplot.
std::string tick_label(std::string_view text) { return gnuplot_quoted(replaced(text, "%", "%%")); }

class Script {
 public:
  explicit Script(const Figure& figure) : layout_(lay_out(figure)), styles_(styles_for(figure)) {
    number_the_theories(figure);
  }

  std::string operator()(const std::vector<std::string>& without_font) {
    std::string body = "reset\nunset key\nset multiplot\n";
    for (const PlacedPanel& panel : layout_.panels) body += panel_commands(panel);
    body += around_the_panels();
    body += "unset multiplot\nunset output\n";

    std::string script = "set encoding utf8\n" + data_;
    std::string drawn = body;
    for (const std::string& character : without_font) drawn = replaced(drawn, character, box_for_a_character);
    for (const Form& form : forms) script += terminal_commands(form) + (form.is_text ? body : drawn);
    return script;
  }

 private:
  std::string terminal_commands(const Form& form) const {
    const auto size = [&](double points) {
      return form.size_unit.empty() ? fmt::format("{:.0f}", points * form.size)
                                    : fmt::format("{:.4f}{}", points * form.size, form.size_unit);
    };
    return fmt::format(
        "set terminal {} noenhanced size {},{} font '{},8' fontscale {} linewidth {} background '{}'\n"
        "symbol_scale = {}\nset output plot_{}\n",
        form.terminal, size(layout_.width), size(layout_.height), figure_typeface, form.font, form.line,
        ground_colour, form.symbol, form.extension);
  }

  /// The dash pattern of each theory, by key and label.
  void number_the_theories(const Figure& figure) {
    std::map<std::string, std::size_t> of_key;
    for (const Panel& panel : figure.panels)
      for (const FigureSeries& series : panel.series)
        if (series.mark == Mark::theory && !dash_.contains({series.key, series.label})) {
          const std::size_t number = of_key[series.key]++;
          dash_.emplace(std::pair(series.key, series.label), dashes[number % dashes.size()]);
        }
  }

  std::string line_style(const FigureSeries& series) const {
    return line_style(series, styles_.at(series.key).light);
  }

  std::string line_style(const FigureSeries& series, std::string_view colour) const {
    const std::string dash =
        series.mark == Mark::theory ? fmt::format(" dt {}", dash_.at({series.key, series.label})) : "";
    return fmt::format("lw {} lc rgb '{}'{}", weight_of(series).line, colour, dash);
  }

  /// A named block of data; rows of numbers that the axes can show.
  std::string add_data(const std::string& rows) {
    const std::string name = fmt::format("$data{}", blocks_++);
    data_ += fmt::format("{} << END\n{}END\n", name, rows);
    return name;
  }

  std::string panel_commands(const PlacedPanel& placed) {
    std::string text = margins(placed.box);
    text += fmt::format("set border 3 lw 0.8 lc rgb '{}'\n", axis_colour);
    text += axis_commands('x', placed.x) + axis_commands('y', placed.y);
    text += fmt::format("set grid xtics ytics back lt 1 lw 0.6 lc rgb '{}'\n", grid_colour);

    std::vector<std::string> plots;
    const Panel& panel = *placed.panel;
    const std::vector<double> moved = dodges(panel, placed.x, placed.y);
    for (const Mark mark : {Mark::level, Mark::theory, Mark::measured})  // what was measured lies on top
      for (const bool behind : {true, false})
        for (std::size_t i = 0; i < panel.series.size(); ++i)
          if (const FigureSeries& series = panel.series[i];
              series.mark == mark && series.behind == behind && !series.points.empty())
            add_plots(series, moved[i], placed, plots);
    return text + fmt::format("plot {}\n", fmt::join(plots, ", \\\n     "));
  }

  std::string axis_commands(char axis, const AxisScale& scale) const {
    std::vector<std::string> ticks;
    for (const Tick& tick : scale.ticks)
      ticks.push_back(fmt::format("{} {} {}", tick_label(tick.label), tick.at, tick.label.empty() ? 1 : 0));
    return fmt::format(
        "{} logscale {}\nset {}range [{}:{}]\n"
        "set {}tics nomirror out scale 0.4,0.2 offset {} font ',7' textcolor rgb '{}' ({})\n",
        scale.logarithmic ? "set" : "unset", axis, axis, scale.low, scale.high, axis,
        axis == 'x' ? "0,0.5" : "0.5,0", text_colour, fmt::join(ticks, ", "));
  }

  /// `moved`: to the right, as a share of the x axis.
  void add_plots(const FigureSeries& series, double moved, const PlacedPanel& placed,
                 std::vector<std::string>& plots) {
    if (series.mark == Mark::level) {
      const double y = series.points.front().y;
      if (!placed.y.can_show(y)) return;
      const std::string ends = fmt::format("{} {}\n{} {}\n", placed.x.low, y, placed.x.high, y);
      plots.push_back(fmt::format("{} with lines {}", add_data(ends), line_style(series)));
      return;
    }
    std::string points, bars;
    std::size_t count = 0;
    FigurePoint only;  // its x as a share of the axis
    for (const FigurePoint& point : series.points) {
      if (!placed.x.can_show(point.x) || !placed.y.can_show(point.y)) continue;
      ++count;
      const double x = moved == 0 ? point.x : placed.x.value_at(placed.x.share_of(point.x) + moved);
      points += fmt::format("{} {}\n", x, point.y);
      only = {.x = placed.x.share_of(x), .y = point.y};
      if (!point.low && !point.high) continue;
      const double low = point.low.value_or(point.y), high = point.high.value_or(point.y);
      const double from = placed.y.can_show(low) ? low : placed.y.low;
      const double to = placed.y.can_show(high) ? high : placed.y.high;
      bars += fmt::format("{} {} 0 {}\n", x, from, to - from);
    }
    if (count == 0) return;
    if (series.mark == Mark::theory && count == 1) {  // no line to see: a short level there
      points.clear();
      for (const double side : {-half_level, half_level})
        points += fmt::format("{} {}\n", placed.x.value_at(only.x + side), only.y);
    }
    const std::string data = add_data(points);
    if (series.mark == Mark::theory || count > 1)
      plots.push_back(fmt::format("{} with lines {}", data, line_style(series)));
    if (series.mark == Mark::theory) return;
    const SeriesStyle& style = styles_.at(series.key);
    // Arrows with flat heads: gnuplot's own error bars clear the ground around their points, lines included.
    const Weight weight = weight_of(series);
    if (!bars.empty())
      plots.push_back(fmt::format("{} with vectors heads size graph 0.008,90 fixed lw {} lc rgb '{}'",
                                  add_data(bars), weight.bar, style.light));
    add_symbols(data, style, weight, plots);
  }

  std::string margins(const Box& box) const {
    return fmt::format(
        "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n"
        "set tmargin at screen {:.5f}\n",
        box.left / layout_.width, box.right / layout_.width, box.bottom / layout_.height,
        box.top / layout_.height);
  }

  /// A position on the whole picture.
  std::string at(double x, double y) const {
    return fmt::format("screen {:.5f},{:.5f}", x / layout_.width, y / layout_.height);
  }

  /// Titles and the legend, over a plot of the whole picture: labels would be drawn again with every panel.
  std::string around_the_panels() {
    std::string text = "unset grid\nunset border\nunset tics\nunset logscale\n" +
                       margins({0, 0, layout_.width, layout_.height});
    for (const PlacedText& placed : layout_.texts)
      text +=
          fmt::format("set label {} at {} {} {} font ',{}' textcolor rgb '{}'\n", gnuplot_quoted(placed.text),
                      at(placed.x, placed.y), placed.anchor == Anchor::left ? "left" : "center",
                      placed.upwards ? "rotate by 90" : "norotate", placed.size,
                      placed.of == nullptr ? text_colour : std::string_view(styles_.at(placed.of->key).text));
    text += fmt::format("set xrange [0:{}]\nset yrange [0:{}]\n", layout_.width, layout_.height);
    std::vector<std::string> samples = {"NaN"};
    for (const PlacedSample& entry : layout_.legend) {
      const FigureSeries& series = *entry.series;
      if (entry.joined)
        samples.push_back(fmt::format(
            "{} with lines {}",
            add_data(fmt::format("{} {}\n{} {}\n", entry.x, entry.y, entry.x + legend_sample, entry.y)),
            entry.of_several ? line_style(series, axis_colour) : line_style(series)));
      if (series.mark == Mark::measured)
        add_symbols(add_data(fmt::format("{} {}\n", entry.x + legend_sample / 2, entry.y)),
                    styles_.at(series.key), weight_of(series), samples);
    }
    return text + fmt::format("plot {}\n", fmt::join(samples, ", \\\n     "));
  }

  FigureLayout layout_;
  std::map<std::string, SeriesStyle> styles_;
  std::map<std::pair<std::string, std::string>, std::string_view> dash_;
  std::string data_;
  int blocks_ = 0;
};

}  // namespace

std::string gnuplot_quoted(std::string_view text) {
  constexpr std::string_view as_they_are = " .,:()+-=/<>";
  // The end of a CDATA section may not stand in an SVG's text, and gnuplot writes it there.
  const std::string shown = replaced(printable_line(text), "]]>", "]] >");
  std::string quoted = "\"";
  bool after_number = false;  // gnuplot would read a digit behind it as a part of it
  for (const char c : shown) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte >= 0x80 || std::isalpha(byte) != 0 ||
                       as_they_are.find(c) != std::string_view::npos ||
                       (std::isdigit(byte) != 0 && !after_number);
    quoted += plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
    after_number = !plain;
  }
  return quoted + "\"";
}

std::string gnuplot_script(const Figure& figure, const std::vector<std::string>& without_font) {
  return Script(figure)(without_font);
}

}  // namespace sketchbench
