#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include <sketchbench/report/figure/figure.hpp>

namespace sketchbench {

/// The program that draws, found on PATH; none when it is not installed.
std::optional<std::filesystem::path> find_gnuplot();

/// Draws a figure with points as <folder>/<name>.svg, .pdf and .png, each whole or not at all, and returns
/// their paths. The same figure gives the same bytes with the same gnuplot. Throws Error with gnuplot's own
/// words when it fails.
std::vector<std::filesystem::path> draw_figure(const Figure& figure, const std::filesystem::path& folder,
                                               const std::filesystem::path& gnuplot);

}  // namespace sketchbench
