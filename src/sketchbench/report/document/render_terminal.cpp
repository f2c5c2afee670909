#include <sketchbench/report/document/render_terminal.hpp>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include <sketchbench/report/document/display_width.hpp>

namespace sketchbench {
namespace {

constexpr std::size_t widest_text = 110, narrowest_text = 40;
constexpr std::size_t narrowest_column = 12;  ///< of those that are made to fit
constexpr std::size_t between_columns = 3;
constexpr std::size_t inside_cell = 2;  ///< at least, between a line's left and right part

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

class Painter {
 public:
  Painter(bool colour, std::size_t width) : colour_(colour), width_(width) {}

  /// Of the screen; 0: nothing has to fit.
  std::size_t width() const { return width_; }
  std::size_t text_width() const {
    return width_ == 0 ? widest_text : std::clamp(width_, narrowest_text, widest_text);
  }

  std::string operator()(const std::string& text, Tone tone) const {
    const char* code = code_of(tone);
    return !colour_ || *code == '\0' || text.empty() ? text : fmt::format("\x1b[{}m{}\x1b[0m", code, text);
  }

 private:
  static const char* code_of(Tone tone) {
    switch (tone) {
      case Tone::plain:
        return "";
      case Tone::strong:
        return "1";
      case Tone::faint:
        return "2";
      case Tone::good:
        return "32";
      case Tone::bad:
        return "1;31";
      case Tone::warning:
        return "33";
    }
    return "";
  }

  bool colour_;
  std::size_t width_;
};

std::size_t width_of(const CellLine& line) {
  const std::size_t left = display_width(line.left.text), right = display_width(line.right.text);
  return left + right + (left > 0 && right > 0 ? inside_cell : 0);
}

std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths(table.columns.size(), 0);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    for (const std::string& line : table.columns[c].heading)
      widths[c] = std::max(widths[c], display_width(line));
    for (const auto& row : table.rows)
      if (c < row.size())
        for (const CellLine& line : row[c]) widths[c] = std::max(widths[c], width_of(line));
  }
  return widths;
}

/// One line of a cell, padded to `width`. The padding is computed before the colours are added.
std::string cell_line(const CellLine& line, std::size_t width, bool numeric, const Painter& paint) {
  const std::size_t left = display_width(line.left.text), right = display_width(line.right.text);
  const std::string space(width > left + right ? width - left - right : 0, ' ');
  const std::string first = paint(line.left.text, line.left.tone),
                    second = paint(line.right.text, line.right.tone);
  return numeric && right == 0 ? space + first : first + space + second;
}

void end_line(std::string& text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  text += '\n';
}

void print_heading(const Table& table, const std::vector<std::size_t>& widths, const Painter& paint,
                   std::string& text) {
  std::size_t lines = 0;
  for (const Column& column : table.columns) lines = std::max(lines, column.heading.size());
  for (std::size_t i = 0; i < lines; ++i) {
    text += ' ';
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const Column& column = table.columns[c];
      const std::size_t above = lines - column.heading.size();  // short headings stand at the bottom
      CellLine part;
      if (i >= above) part.left = {column.heading[i - above], Tone::strong};
      text += cell_line(part, widths[c], column.numeric, paint) + std::string(between_columns, ' ');
    }
    end_line(text);
  }
}

void print_row(const std::vector<TableCell>& row, const Table& table, const std::vector<std::size_t>& widths,
               const Painter& paint, std::string& text) {
  std::size_t lines = 0;
  for (const TableCell& cell : row) lines = std::max(lines, cell.size());
  for (std::size_t i = 0; i < lines; ++i) {
    text += ' ';
    for (std::size_t c = 0; c < row.size(); ++c) {
      const CellLine line = i < row[c].size() ? row[c][i] : CellLine{};
      text += cell_line(line, widths[c], table.columns[c].numeric, paint) + std::string(between_columns, ' ');
    }
    end_line(text);
  }
}

void print_wrapped(const std::string& what, std::string_view first_indent, Tone tone, const Painter& paint,
                   std::string& text) {
  const std::string rest(display_width(first_indent), ' ');
  bool first = true;
  for (const std::string& line : wrapped(what, paint.text_width() - rest.size())) {
    text += first ? std::string(first_indent) : rest;
    text += paint(line, tone) + '\n';
    first = false;
  }
}

std::size_t total_width(const std::vector<std::size_t>& widths) {
  std::size_t total = 2;
  for (const std::size_t width : widths) total += width + between_columns;
  return total - between_columns;
}

TableCell wrapped_cell(const TableCell& cell, std::size_t width) {
  TableCell lines;
  for (const CellLine& line : cell) {
    if (!line.right.text.empty() || display_width(line.left.text) <= width) {
      lines.push_back(line);
      continue;
    }
    for (std::string& part : wrapped(line.left.text, width))
      lines.push_back({.left = {std::move(part), line.left.tone}, .right = {}, .results = line.results});
  }
  return lines;
}

/// The table with nothing in a line but a word, where lines may be broken.
Table broken(Table table) {
  for (auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      if (!table.columns[c].numeric) row[c] = wrapped_cell(row[c], 0);
  return table;
}

/// Words in the widest columns go on in further lines where the table is wider than the screen.
Table fitted(Table table, std::size_t screen) {
  std::vector<std::size_t> widths = column_widths(table);
  const std::vector<std::size_t> narrowest = column_widths(broken(table));
  while (total_width(widths) > screen) {
    std::size_t widest = widths.size();
    for (std::size_t c = 0; c < widths.size(); ++c)
      if (widths[c] > std::max(narrowest[c], narrowest_column) &&
          (widest == widths.size() || widths[c] > widths[widest]))
        widest = c;
    if (widest == widths.size()) break;
    --widths[widest];
  }
  for (auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      if (!table.columns[c].numeric) row[c] = wrapped_cell(row[c], widths[c]);
  return table;
}

bool has_tall_rows(const Table& table) {
  return std::ranges::any_of(table.rows, [](const auto& row) {
    return std::ranges::any_of(row, [](const TableCell& cell) { return cell.size() > 1; });
  });
}

std::string joined(const std::string& left, const std::string& right, std::string_view between) {
  return left.empty() || right.empty() ? left + right : left + std::string(between) + right;
}

/// A row's first cell, and below it what else is in the row, behind its heading.
void print_list(const Table& table, const Painter& paint, std::string& text) {
  const auto rule = [&](std::string_view piece, Tone tone) {
    text += paint(repeated(piece, paint.text_width()), tone) + '\n';
  };
  rule("━", Tone::plain);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (r > 0) rule("┈", Tone::faint);
    for (std::size_t c = 0; c < table.rows[r].size(); ++c) {
      std::string heading;
      for (const std::string& line : table.columns[c].heading) heading = joined(heading, line, " ");
      const std::string before = c == 0 ? " " : "   " + joined(heading, " ", ":");
      for (const auto& [left, right, results] : table.rows[r][c])
        print_wrapped(joined(left.text, right.text, " "), before, left.text.empty() ? right.tone : left.tone,
                      paint, text);
    }
  }
  rule("━", Tone::plain);
}

void print_grid(const Table& given, const Painter& paint, std::string& text) {
  const Table table = paint.width() > 0 ? fitted(given, paint.width()) : given;
  const std::vector<std::size_t> widths = column_widths(table);
  const std::size_t total = total_width(widths);
  const bool tall = has_tall_rows(table);
  // Lines that stand beside each other in a row of cells belong together, which no list would show.
  if (paint.width() > 0 && total > paint.width() && !has_tall_rows(given))
    return print_list(given, paint, text);

  text += repeated("━", total) + '\n';
  print_heading(table, widths, paint, text);
  text += repeated("─", total) + '\n';
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (tall && r > 0) text += paint(repeated("┈", total), Tone::faint) + '\n';
    print_row(table.rows[r], table, widths, paint, text);
  }
  text += repeated("━", total) + '\n';
}

void print_table(const Table& table, const Painter& paint, std::string& text) {
  const std::string caption = table.number.empty() ? table.caption : table.number + "  " + table.caption;
  text += '\n';
  if (paint.width() > 0)
    print_wrapped(caption, "", Tone::strong, paint, text);
  else
    text += paint(caption, Tone::strong) + '\n';
  for (const std::string& remark : table.remarks) print_wrapped(remark, "", Tone::faint, paint, text);
  if (!table.columns.empty()) print_grid(table, paint, text);
  for (const std::string& note : table.notes) print_wrapped(note, " • ", Tone::plain, paint, text);
}

}  // namespace

std::string render_terminal(const Document& given, bool colour, std::size_t width) {
  const Document document = shown(given);
  const Painter paint(colour, width);
  std::string text = paint(document.title, Tone::strong) + '\n';
  for (const Text& banner : document.banners) print_wrapped(banner.text, "", banner.tone, paint, text);
  if (!document.legend.empty()) text += '\n';
  for (const std::string& line : document.legend) print_wrapped(line, "", Tone::faint, paint, text);
  for (const Table& table : document.tables) print_table(table, paint, text);
  if (!document.notes.empty()) text += '\n' + paint("Notes", Tone::strong) + '\n';
  for (const NoteSection& section : document.notes) {
    text += ' ' + paint(section.heading, Tone::strong) + '\n';
    for (const std::string& line : section.lines) print_wrapped(line, "   ", Tone::plain, paint, text);
  }
  return text;
}

std::size_t terminal_width() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool terminal_wants_colour() {
  const char* refused = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) == 1 && (refused == nullptr || *refused == '\0');
}

}  // namespace sketchbench
