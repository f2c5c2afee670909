#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// The last lines of a command that makes several reports: the files of each in its folder, results/<config>,
/// with how many of its results are complete, and once each reason why others are not, its first line.
std::string output_index(const std::vector<Report>& reports, const std::filesystem::path& results);

}  // namespace sketchbench
