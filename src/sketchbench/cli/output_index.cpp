#include <sketchbench/cli/output_index.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <sketchbench/core/text.hpp>

namespace sketchbench {
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
