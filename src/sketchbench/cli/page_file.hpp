#pragma once
#include <filesystem>
#include <vector>

#include <sketchbench/report/page/page.hpp>

namespace sketchbench {

/// results/report.html, or results/report-quick.html for what quick runs show.
std::filesystem::path page_file(const Store& store, bool quick);

/// write_page(), and a line on the terminal that says where the page is; one more if something is missing on
/// it.
void write_and_name_page(std::vector<Report> reports, const std::vector<Figure>& overview,
                         const std::filesystem::path& target, const std::filesystem::path& chart_library);

}  // namespace sketchbench
