#include <sketchbench/cli/figure_files.hpp>

#include <fmt/format.h>

#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/document/display_width.hpp>
#include <sketchbench/report/plot/draw_figure.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t text_width = 110;

void print_indented(std::FILE* stream, std::string_view text, std::string_view indent) {
  for (const std::string& line : wrapped(text, text_width - indent.size()))
    print_text(fmt::format("{}{}\n", indent, line), stream);
}

std::string heading_of(const Figure& figure) {
  return figure.number.empty() ? figure.title : fmt::format("{}: {}", figure.number, figure.title);
}

}  // namespace

FigureFiles::FigureFiles(std::FILE* news) : news_(news), gnuplot_(find_gnuplot()) {}

std::optional<std::filesystem::path> FigureFiles::draw(const Figure& figure,
                                                       const std::filesystem::path& folder) {
  if (!has_points(figure)) return std::nullopt;
  if (!gnuplot_) {
    if (!told_)
      complain(
          "gnuplot is not installed, so no figure is drawn; \"scripts/install-dependencies figures\" "
          "installs it");
    told_ = true;
    return std::nullopt;
  }
  try {
    draw_figure(figure, folder, *gnuplot_);
    return folder / figure.name;
  } catch (const Error& error) {
    complain(error.what());
    failed_ = true;
    return std::nullopt;
  }
}

void FigureFiles::write(const std::vector<Figure>& figures, const std::filesystem::path& folder) {
  remove_stale_temporaries(folder);
  for (const Figure& figure : figures) {
    const auto path = draw(figure, folder);
    const std::string where = path                 ? path->string() + ".{svg,pdf,png}"
                              : has_points(figure) ? "not drawn"
                                                   : "not drawn, there is nothing to draw yet";
    print_text(fmt::format("\n{}\n  {}\n", heading_of(figure), where), news_);
    if (path) print_indented(news_, figure.caption, "  ");
    for (const std::string& line : figure.missing) print_indented(news_, "Missing: " + line, "  ");
  }
}

}  // namespace sketchbench
