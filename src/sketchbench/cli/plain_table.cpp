#include <sketchbench/cli/plain_table.hpp>

#include <algorithm>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/document/display_width.hpp>

namespace sketchbench {

std::string plain_table(const std::vector<std::vector<std::string>>& rows,
                        const std::set<std::size_t>& numeric) {
  std::vector<std::vector<std::string>> shown;
  std::vector<std::size_t> width;
  for (const auto& row : rows) {
    width.resize(std::max(width.size(), row.size()), 0);
    std::vector<std::string>& line = shown.emplace_back();
    for (std::size_t j = 0; j < row.size(); ++j) {
      line.push_back(printable_line(row[j]));
      width[j] = std::max(width[j], display_width(line[j]));
    }
  }
  std::string text;
  for (const auto& row : shown) {
    std::string line;
    for (std::size_t j = 0; j < row.size(); ++j) {
      const std::string blanks(width[j] - display_width(row[j]), ' ');
      line += (numeric.contains(j) ? blanks + row[j] : row[j] + blanks) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace sketchbench
