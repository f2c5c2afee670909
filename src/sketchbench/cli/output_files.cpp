#include <sketchbench/cli/output_files.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <sketchbench/cli/standard_streams.hpp>
#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
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

std::filesystem::path page_file(const Store& store, bool quick) {
  return store.results() / (quick ? "report-quick.html" : "report.html");
}

void write_and_name_page(const PageContents& contents, const std::filesystem::path& target,
                         const std::filesystem::path& chart_library) {
  const WrittenPage page = write_page(contents, target, chart_library);
  say("\nThe page is {}, with {} to look into\n", target.string(),
      plural(static_cast<std::int64_t>(page.records), "record"));
  if (!page.lacks.empty()) complain(page.lacks);
}

namespace {

namespace fs = std::filesystem;

std::string files_in(const fs::path& folder, const std::vector<Figure>& figures) {
  std::string files = "table.{csv,md,tex}";
  std::error_code error;
  for (const Figure& figure : figures)
    if (fs::exists(folder / (figure.name + ".svg"), error))
      files += fmt::format(", {}.{{svg,pdf,png}}", figure.name);
  return files;
}

/// The rest of a reason was said when the run came to it.
std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string completeness_of(const Report& report) {
  const auto done = std::ranges::count(report.groups, Status::done, &RunGroup::status);
  const auto of = std::ssize(report.groups);
  return done == of ? plural(of, "result") : fmt::format("{} of {}", done, plural(of, "result"));
}

}  // namespace

std::string output_index(const std::vector<Report>& reports, const fs::path& results) {
  std::string text = "Made:\n";
  std::map<std::pair<Status, std::string>, std::int64_t> reasons;
  for (const Report& report : reports) {
    const fs::path folder = results / report.config.name;
    text += fmt::format("  {}: {} ({})\n", folder.string(), files_in(folder, report.figures),
                        completeness_of(report));
    for (const RunGroup* group : report.groups)
      if (group->status != Status::done) ++reasons[{group->status, group->reason}];
  }
  for (const auto& [why, count] : reasons)
    text += fmt::format("{} {}: {}\n", plural(count, "result"), name_of(why.first), first_line(why.second));
  return text;
}

}  // namespace sketchbench
