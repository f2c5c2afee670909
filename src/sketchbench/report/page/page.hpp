#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// Where scripts/install-dependencies page leaves the charting library, from the root of the checkout; others
/// find it with find_resource().
inline constexpr const char* default_chart_library = "web/build/charts.js";

/// What became of a page.
struct WrittenPage {
  std::size_t records = 0;
  std::string lacks;  ///< what is not on it and how to get it there, one line; empty for nothing
};

/// Writes one HTML file that needs nothing but itself: all tables, all figures with values on hover, and
/// every record behind them; in front, what the folder holds, what the runs took, on which machine and by
/// which revision, and the command that computes them again, and a leaderboard of everything. `overview` are
/// the figures that are made from several reports. Without the charting library the page has its figures'
/// numbers as tables and says so. Whole or not at all.
WrittenPage write_page(const std::vector<Report>& reports, const std::vector<Figure>& overview,
                       const std::filesystem::path& target, const std::filesystem::path& chart_library);

}  // namespace sketchbench
