#include <sketchbench/report/page/page.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/page/leaderboard_parts.hpp>
#include <sketchbench/report/page/packed_text.hpp>
#include <sketchbench/report/page/page_json.hpp>
#include <sketchbench/report/page/page_template.hpp>
#include <sketchbench/report/page/results_summary.hpp>
#include <sketchbench/report/run_totals.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;

std::string read_chart_library(const fs::path& file) {
  if (!fs::exists(file)) return "";
  return read_file(file);
}

/// The template with each {{name}} replaced by its text; what is put in is not looked at again.
std::string filled(std::string_view text, const std::map<std::string_view, std::string>& values) {
  std::string page;
  while (true) {
    const auto open = text.find("{{");
    page += text.substr(0, open);
    if (open == std::string_view::npos) return page;
    const auto close = text.find("}}", open);
    page += values.at(text.substr(open + 2, close - open - 2));
    text.remove_prefix(close + 2);
  }
}

/// Reports share the folder of records, so they may name the same file.
std::vector<std::string> all_left_out(const std::vector<Report>& reports) {
  std::vector<std::string> lines;
  for (const Report& report : reports)
    for (const std::string& line : report.left_out)
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  return lines;
}

}  // namespace

WrittenPage write_page(const std::vector<Report>& reports, const std::vector<Figure>& overview,
                       const fs::path& target, const fs::path& chart_library) {
  PageRecords records;
  for (const Report& report : reports) records.add(report);
  Json data = {{"reports", Json::array()}, {"overview", Json::array()}, {"left_out", all_left_out(reports)}};
  for (const Report& report : reports) data["reports"].push_back(report_json(report, records));
  const std::vector<Leaderboard> boards = leaderboards(reports);
  data["leaderboards"] = Json::array();
  for (const Leaderboard& board : boards) data["leaderboards"].push_back(leaderboard_json(board, records));
  const Leaderboard* const first = first_to_show(boards);
  data["first_leaderboard"] = first == nullptr ? 0 : first - boards.data();
  data["origin"] = {{"lines", lines_about(run_totals(reports))}, {"command", redo_command(reports)}};
  for (const Figure& figure : overview) data["overview"].push_back(figure_json(figure, records));

  const std::string charts = read_chart_library(chart_library);
  // Packed, no text in them can end the element, and a page of thousands of runs stays below 4 MB.
  const std::string data_text = packed_json(data);
  const std::string records_text = packed_json(records.json());
  remove_stale_temporaries(target.parent_path());
  write_file_atomically(target,
                        filled(page_html, {{"style", std::string(page_style)},
                                           {"holdings", results_summary_html(reports)},
                                           {"leaderboard", first == nullptr ? "" : leaderboard_html(*first)},
                                           {"charts", packed_text(charts)},
                                           {"data", data_text},
                                           {"records", records_text},
                                           {"script", std::string(page_script)}}));
  WrittenPage written{.records = records.size(), .lacks = {}};
  if (charts.empty())
    written.lacks = fmt::format(
        "the page has tables but no charts: {} is missing; \"scripts/install-dependencies page\" makes it",
        chart_library.string());
  return written;
}

}  // namespace sketchbench
