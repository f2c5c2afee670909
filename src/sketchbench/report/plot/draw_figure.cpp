#include <sketchbench/report/plot/draw_figure.hpp>

#include <fmt/format.h>

#include <string>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/harness/worker/child_process.hpp>
#include <sketchbench/report/plot/font_coverage.hpp>
#include <sketchbench/report/plot/gnuplot_script.hpp>
#include <sketchbench/report/plot/installed_program.hpp>
#include <sketchbench/report/plot/memory_file.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view png_end = "IEND\xAE\x42\x60\x82";  // the last chunk's name and checksum

std::string xml_escaped(std::string_view text_of_figure) {
  std::string text = replaced(printable_line(text_of_figure), "&", "&amp;");
  text = replaced(text, "<", "&lt;");
  return replaced(text, ">", "&gt;");
}

/// The text between two marks, the first such, exchanged.
void exchange_between(std::string& text, std::string_view open, std::string_view close,
                      const std::string& with) {
  const auto begin = text.find(open);
  const auto end = begin == std::string::npos ? begin : text.find(close, begin);
  if (end == std::string::npos) return;
  const auto start = begin + open.size();
  text.replace(start, end - start, with);
}

/// A reader's browser may lack the typeface: name some of like width. Title and description are what a screen
/// reader says of the picture.
std::string finished_svg(std::string svg, const Figure& figure) {
  svg = replaced(svg, fmt::format("font-family=\"{}\"", figure_typeface),
                 fmt::format("font-family=\"{}, Verdana, Arial, sans-serif\"", figure_typeface));
  const std::string title =
      figure.number.empty() ? figure.title : fmt::format("{}: {}", figure.number, figure.title);
  exchange_between(svg, "<title>", "</title>", xml_escaped(title));
  exchange_between(svg, "<desc>", "</desc>", xml_escaped(figure.caption));
  return svg;
}

/// The hour of drawing is no part of a figure. Exchanged for blanks of the same length, because a PDF counts
/// its bytes.
std::string finished_pdf(std::string pdf) {
  constexpr std::string_view key = "/CreationDate (";
  const auto begin = pdf.find(key);
  const auto end = begin == std::string::npos ? begin : pdf.find(')', begin);
  if (end != std::string::npos) pdf.replace(begin, end + 1 - begin, end + 1 - begin, ' ');
  return pdf;
}

/// The figure as gnuplot draws it, in the three forms. In memory: nothing is left behind when this process or
/// gnuplot is killed, and no disk is too full.
struct Drawn {
  MemoryFile svg, pdf, png;
};

void run_gnuplot(const fs::path& gnuplot, const Drawn& to, const Figure& figure) {
  const std::string commands = gnuplot_script(figure, characters_without_font(gnuplot_script(figure)));
  // A file rather than standard input: gnuplot's messages then name its lines.
  const MemoryFile script(
      fmt::format("plot_svg = {}\nplot_pdf = {}\nplot_png = {}\n{}", gnuplot_quoted(to.svg.path().string()),
                  gnuplot_quoted(to.pdf.path().string()), gnuplot_quoted(to.png.path().string()), commands));
  // --default-settings: no ~/.gnuplot of whoever runs it.
  ChildProcess process({gnuplot.string(), "--default-settings", script.path().string()}, "");
  const std::string said = listen_to(process);
  const ChildEnd end = process.wait();
  if (end.exit_code == 0 && end.signal == 0) return;
  throw Error(fmt::format(
      "gnuplot could not draw {} ({}): {}", figure.name,
      end.signal != 0 ? fmt::format("signal {}", end.signal) : fmt::format("exit code {}", end.exit_code),
      said.substr(0, 500)));
}

/// gnuplot does not look whether all of an SVG could be written.
std::string whole(const MemoryFile& file, std::string_view ending, std::string_view form,
                  const Figure& figure) {
  std::string text = file.text();
  const auto end = text.find_last_not_of(" \n");
  const std::string_view written = std::string_view(text).substr(0, end == std::string::npos ? 0 : end + 1);
  if (!written.ends_with(ending))
    throw Error(
        fmt::format("gnuplot wrote only a part of the {} of {} ({} bytes)", form, figure.name, text.size()));
  return text;
}

}  // namespace

std::optional<fs::path> find_gnuplot() { return find_program("gnuplot"); }

std::vector<fs::path> draw_figure(const Figure& figure, const fs::path& folder, const fs::path& gnuplot) {
  const Drawn drawn;
  run_gnuplot(gnuplot, drawn, figure);
  // All three are looked at before the first is put in its place.
  const std::string svg = finished_svg(whole(drawn.svg, "</svg>", "SVG", figure), figure),
                    pdf = finished_pdf(whole(drawn.pdf, "%%EOF", "PDF", figure)),
                    png = whole(drawn.png, png_end, "PNG", figure);
  std::vector<fs::path> written;
  const auto write = [&](const char* extension, const std::string& bytes) {
    const fs::path file = folder / fmt::format("{}.{}", figure.name, extension);
    write_file_atomically(file, bytes);
    written.push_back(file);
  };
  write("svg", svg);
  write("pdf", pdf);
  write("png", png);
  return written;
}

}  // namespace sketchbench
