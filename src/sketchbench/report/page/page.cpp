#include <sketchbench/report/page/page.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/page/packed_text.hpp>
#include <sketchbench/report/page/page_json.hpp>
#include <sketchbench/report/page/page_template.hpp>

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

/// A page of quick runs says so before anything else, in every view.
std::string marked_as_quick(std::string_view page) {
  const std::string titled = replaced(page, "<title>sketchbench: ", "<title>QUICK: sketchbench: ");
  return replaced(
      titled, "<main id",
      "<p class=\"notice\" id=\"quick\">QUICK: these are runs of smaller problems. Their numbers are not "
      "the papers', and they decide no claim.</p>\n<main id");
}

}  // namespace

WrittenPage write_page(const PageContents& contents, const fs::path& target, const fs::path& chart_library) {
  PageRecords records;
  for (const Report& report : contents.reports) records.add(report);
  const std::string charts = read_chart_library(chart_library);
  // Packed, no text in them can end the element, and a page of thousands of runs stays below 4 MB.
  const std::string data_text = packed_json(page_json(contents, records));
  const std::string records_text = packed_json(records.json());
  remove_stale_temporaries(target.parent_path());
  const bool quick =
      std::ranges::any_of(contents.reports, [](const Report& one) { return one.config.quick; });
  const std::string html = quick ? marked_as_quick(page_html) : std::string(page_html);
  write_file_atomically(target, filled(html, {{"style", std::string(page_style)},
                                              {"charts", charts.empty() ? "" : packed_text(charts)},
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
