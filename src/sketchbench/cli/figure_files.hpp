#pragma once
#include <cstdio>
#include <filesystem>
#include <optional>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>

namespace sketchbench {

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

}  // namespace sketchbench
