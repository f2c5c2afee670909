#include <sketchbench/report/document/render_markdown.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace sketchbench {
namespace {

std::string toned(const Text& text) {
  const std::string escaped = markdown_escaped(text.text);
  const auto first = escaped.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  const std::string trimmed = escaped.substr(first);  // an indent means nothing inside a Markdown cell
  return text.tone == Tone::strong || text.tone == Tone::bad ? "**" + trimmed + "**" : trimmed;
}

std::string cell_text(const TableCell& cell) {
  std::vector<std::string> lines;
  for (const CellLine& line : cell) {
    const std::string left = toned(line.left), right = toned(line.right);
    lines.push_back(left + (left.empty() || right.empty() ? "" : " ") + right);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return fmt::format("{}", fmt::join(lines, "<br>"));
}

/// A text with a line of its own, where headings, quotations, lists and code begin with a sign, a number or
/// blanks.
std::string line_escaped(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view number = text.substr(0, digits), rest = text.substr(digits);
  const std::string_view signs = number.empty() ? "#>+-=" : ".)";
  const bool begins = !rest.empty() && signs.find(rest[0]) != std::string_view::npos;
  return std::string(number) + (begins ? "\\" : "") + markdown_escaped(rest);
}

std::string grid_text(const Table& table) {
  std::vector<std::vector<std::string>> lines(1);
  std::vector<std::string> rules;
  for (const Column& column : table.columns) {
    std::vector<std::string> heading;
    for (const std::string& line : column.heading) heading.push_back(markdown_escaped(line));
    lines.front().push_back(fmt::format("{}", fmt::join(heading, "<br>")));
    rules.emplace_back(column.numeric ? "---:" : ":---");
  }
  for (const auto& row : table.rows) {
    lines.emplace_back();
    for (const TableCell& cell : row) lines.back().push_back(cell_text(cell));
  }
  return markdown_lines(lines, rules);
}

void print_table(const Table& table, std::string& text) {
  text += fmt::format("\n### {}{}\n\n", table.number.empty() ? "" : markdown_escaped(table.number) + ": ",
                      markdown_escaped(table.caption));
  for (const std::string& remark : table.remarks) text += fmt::format("{}\n\n", line_escaped(remark));
  if (!table.columns.empty()) text += grid_text(table);
  if (!table.notes.empty()) text += '\n';
  for (const std::string& note : table.notes) text += fmt::format("- {}\n", line_escaped(note));
}

}  // namespace

std::string markdown_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '<')
      escaped += "&lt;";
    else if (c == '&')
      escaped += "&amp;";
    else if (std::string_view("\\|*`_[]~$").find(c) != std::string_view::npos)
      escaped += {'\\', c};
    else
      escaped += c;
  }
  return escaped;
}

std::string markdown_grid(const Table& table) {
  Document document;
  document.tables = {table};
  return grid_text(shown(std::move(document)).tables.front());
}

std::string markdown_lines(const std::vector<std::vector<std::string>>& lines,
                           const std::vector<std::string>& rules) {
  std::string text;
  for (const std::vector<std::string>& line : lines) {
    text += fmt::format("| {} |\n", fmt::join(line, " | "));
    if (&line == &lines.front()) text += fmt::format("| {} |\n", fmt::join(rules, " | "));
  }
  return text;
}

std::string render_markdown(const Document& given) {
  const Document document = shown(given);
  std::string text = fmt::format("# {}\n\n", markdown_escaped(document.title));
  for (const Text& banner : document.banners)
    text += fmt::format("**{}**\n\n", markdown_escaped(banner.text));
  for (const std::string& line : document.legend) text += fmt::format("{}\n\n", line_escaped(line));
  text.pop_back();  // each table begins with an empty line of its own
  for (const Table& table : document.tables) print_table(table, text);
  if (!document.notes.empty()) text += "\n## Notes\n";
  for (const NoteSection& section : document.notes) {
    text += fmt::format("\n**{}**\n\n", markdown_escaped(section.heading));
    for (const std::string& line : section.lines) text += fmt::format("- {}\n", line_escaped(line));
  }
  return text;
}

}  // namespace sketchbench
