#pragma once
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/page/page.hpp>
#include <sketchbench/report/report.hpp>

namespace sketchbench {

// What commands leave beside records: figures, the page, and a list of what is where.

/// Draws figures for a command and tells its user where they are, what they show and what they lack. Without
/// gnuplot it says once how to get it and draws nothing; a figure that cannot be drawn does not keep the
/// others from being drawn.
class FigureFiles {
 public:
  /// `news`: where it is said what was made; a command that prints a table for a program says it on stderr.
  explicit FigureFiles(std::FILE* news = stdout);

  /// <folder>/<name>.svg, .pdf and .png for each figure that has a point to draw.
  void write(const std::vector<Figure>& figures, const std::filesystem::path& folder);
  /// True when gnuplot failed on a figure.
  bool failed() const { return failed_; }

 private:
  /// The path without its extension; none when the figure was not drawn.
  std::optional<std::filesystem::path> draw(const Figure& figure, const std::filesystem::path& folder);

  std::FILE* news_;
  std::optional<std::filesystem::path> gnuplot_;
  bool told_ = false, failed_ = false;
};

/// results/report.html, or results/report-quick.html for what quick runs show.
std::filesystem::path page_file(const Store& store, bool quick);

/// write_page(), and a line on the terminal that says where the page is; one more if something is missing on
/// it.
void write_and_name_page(const PageContents& contents, const std::filesystem::path& target,
                         const std::filesystem::path& chart_library);

/// The last lines of a command that makes several reports: the files of each in its folder, results/<config>,
/// with how many of its results are complete, and once each reason why others are not, its first line.
std::string output_index(const std::vector<Report>& reports, const std::filesystem::path& results);

}  // namespace sketchbench
