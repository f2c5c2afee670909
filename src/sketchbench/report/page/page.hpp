#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>
#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// Where scripts/install-dependencies page leaves the charting library, from the root of the checkout; others
/// find it with find_resource().
inline constexpr const char* default_chart_library = "web/build/charts.js";

/// A paper as the page tells of it.
struct PagePaper {
  std::string name;          ///< "kdd13"; Report::paper of its reports
  std::string title;         ///< in running text
  std::string citation;      ///< authors, title, place and year
  std::string front;         ///< the configuration whose figure stands for it; may be empty
  std::string finding = {};  ///< what was found, in a sentence; empty: the page counts verdicts instead
  std::vector<MeasuredClaim> claims = {};
};

struct PageContents {
  std::vector<Report> reports;
  std::vector<PagePaper> papers;
  std::vector<Figure> across;  ///< figures that are made from several reports
};

/// What became of a page.
struct WrittenPage {
  std::size_t records = 0;
  std::string lacks;  ///< what is not on it and how to get it there, one line; empty for nothing
};

/// Writes one HTML file that needs nothing but itself: all papers with their claims, all tables and figures,
/// a leaderboard of everything, and every record behind them. web/page/ draws it from one document
/// (page_json.hpp). Without the charting library the page has its figures' numbers as tables and says so.
/// Whole or not at all.
WrittenPage write_page(const PageContents& contents, const std::filesystem::path& target,
                       const std::filesystem::path& chart_library);

}  // namespace sketchbench
