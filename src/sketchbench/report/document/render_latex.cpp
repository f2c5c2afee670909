#include <sketchbench/report/document/render_latex.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

struct Symbol {
  std::string_view text, latex;
};

constexpr std::array<Symbol, 55> symbols = {{
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "$<$"},
    {">", "$>$"},
    {"--", "-{}-"},
    {"±", "$\\pm$"},
    {"−", "$-$"},
    {"×", "$\\times$"},
    {"≥", "$\\ge$"},
    {"≤", "$\\le$"},
    {"≠", "$\\neq$"},
    {"≈", "$\\approx$"},
    {"⟨", "$\\langle$"},
    {"⟩", "$\\rangle$"},
    {"⁰", "$^{0}$"},
    {"¹", "$^{1}$"},
    {"²", "$^{2}$"},
    {"³", "$^{3}$"},
    {"⁴", "$^{4}$"},
    {"⁵", "$^{5}$"},
    {"⁶", "$^{6}$"},
    {"⁷", "$^{7}$"},
    {"⁸", "$^{8}$"},
    {"⁹", "$^{9}$"},
    {"ᵖ", "$^{p}$"},
    {"✓", "$\\checkmark$"},
    {"✗", "$\\times$"},
    {"‖", "$\\parallel$"},
    {"–", "--"},
    {"•", "\\textbullet{}"},
    {"…", "\\dots{}"},
    {"→", "$\\to$"},
    {"√", "$\\surd$"},
    {"⊥", "$\\perp$"},
    {"ℓ", "$\\ell$"},
    {"ᵀ", "$^{T}$"},
    {"₂", "$_{2}$"},
    {"α", "$\\alpha$"},
    {"δ", "$\\delta$"},
    {"ε", "$\\varepsilon$"},
    {"κ", "$\\kappa$"},
    {"λ", "$\\lambda$"},
    {"π", "$\\pi$"},
    {"σ", "$\\sigma$"},
    {"Σ", "$\\Sigma$"},
    {"µ", "$\\mu$"},
    {"ö", "\\\"{o}"},
}};

constexpr std::string_view combining_hat = "\u0302";

/// Bold in a name alone: of a number it would say that it is the best.
std::string toned(const Text& text, bool is_name) {
  const std::string escaped = latex_escaped(text.text);
  if (escaped.empty()) return "";
  const auto first = text.text.find_first_not_of(' ');
  const std::string indented =
      first == 0 ? escaped : "\\quad " + escaped.substr(std::min(first, escaped.size()));
  return is_name && text.tone == Tone::strong ? "\\textbf{" + indented + "}" : indented;
}

/// A column whose cells have right parts becomes two columns of the tabular.
std::vector<bool> two_part_columns(const Table& table) {
  std::vector<bool> two(table.columns.size(), false);
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      for (const CellLine& line : row[c])
        if (!line.right.text.empty()) two[c] = true;
  return two;
}

std::string column_specification(const Table& table, const std::vector<bool>& two) {
  std::string text;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    text += two[c] ? "l@{\\ }r" : table.columns[c].numeric ? "r" : "l";
  return text;
}

/// A bracket or an asterisk behind the end of the line before would belong to that end.
std::string tabular_line(const std::vector<std::string>& parts) {
  const bool hides = parts.front().starts_with('[') || parts.front().starts_with('*');
  return fmt::format("{}{} \\\\\n", hides ? "{}" : "", fmt::join(parts, " & "));
}

void print_heading(const Table& table, const std::vector<bool>& two, std::string& text) {
  std::size_t lines = 0;
  for (const Column& column : table.columns) lines = std::max(lines, column.heading.size());
  for (std::size_t i = 0; i < lines; ++i) {
    std::vector<std::string> parts;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const auto& heading = table.columns[c].heading;
      const std::size_t above = lines - heading.size();
      const std::string part = i < above ? "" : latex_escaped(heading[i - above]);
      parts.push_back(two[c] ? fmt::format("\\multicolumn{{2}}{{c}}{{{}}}", part) : part);
    }
    text += tabular_line(parts);
  }
}

void print_row(const std::vector<TableCell>& row, const std::vector<bool>& two, std::string& text) {
  std::size_t lines = 0;
  for (const TableCell& cell : row) lines = std::max(lines, cell.size());
  for (std::size_t i = 0; i < lines; ++i) {
    std::vector<std::string> parts;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const CellLine line = i < row[c].size() ? row[c][i] : CellLine{};
      parts.push_back(toned(line.left, c == 0));
      if (two[c]) parts.push_back(toned(line.right, false));
    }
    text += tabular_line(parts);
  }
}

void print_notes(const std::vector<std::string>& notes, std::string& text) {
  for (const std::string& note : notes) text += fmt::format("\\par\\smallskip {}\n", latex_escaped(note));
}

/// The including paper numbers its tables itself.
std::string caption_of(const Table& table) {
  const std::string caption = latex_escaped(table.caption);
  return table.number.empty() ? caption
                              : fmt::format("{} (the paper's {})", caption, latex_escaped(table.number));
}

void print_table(const Table& table, std::string& text) {
  if (table.columns.empty()) {
    text += fmt::format("\n\\paragraph{{{}}}\n", caption_of(table));
    print_notes(table.remarks, text);
    print_notes(table.notes, text);
    return;
  }
  const std::vector<bool> two = two_part_columns(table);
  const bool tall = std::any_of(table.rows.begin(), table.rows.end(), [](const auto& row) {
    return std::any_of(row.begin(), row.end(), [](const TableCell& cell) { return cell.size() > 1; });
  });
  // The caption's own number would count against the including paper's tables.
  text += fmt::format(
      "\n\\begin{{table*}}[t]\n\\centering\\footnotesize\n\\caption{{{}}}\n\\begin{{tabular}}{{{}}}\n"
      "\\toprule\n",
      caption_of(table), column_specification(table, two));
  print_heading(table, two, text);
  text += "\\midrule\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (tall && r > 0) text += "\\addlinespace\n";
    print_row(table.rows[r], two, text);
  }
  text += "\\bottomrule\n\\end{tabular}\n";
  print_notes(table.remarks, text);
  print_notes(table.notes, text);
  text += "\\end{table*}\n";
}

}  // namespace

std::string latex_escaped(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const auto symbol = std::find_if(symbols.begin(), symbols.end(),
                                     [&](const Symbol& s) { return text.starts_with(s.text); });
    const bool known = symbol != symbols.end();
    const std::string_view sign = known ? symbol->text : text.substr(0, 1);
    const std::string_view latex = known ? symbol->latex : sign;
    text.remove_prefix(sign.size());
    if (text.starts_with(combining_hat)) {
      escaped += fmt::format("$\\hat{{{}}}$", replaced(latex, "$", ""));
      text.remove_prefix(combining_hat.size());
    } else
      escaped += latex;
  }
  return escaped;
}

std::string render_latex(const Document& given) {
  const Document document = shown(given);
  std::string text = "% \\usepackage{booktabs,amssymb}\n";
  text += fmt::format("% {}\n", document.title);
  for (const Text& banner : document.banners) text += fmt::format("% {}\n", banner.text);
  for (const std::string& line : document.legend) text += fmt::format("% {}\n", line);
  for (const Table& table : document.tables) print_table(table, text);
  if (!document.notes.empty()) text += "\n";
  for (const NoteSection& section : document.notes) {
    text += fmt::format("% {}\n", section.heading);
    for (const std::string& line : section.lines) text += fmt::format("%   {}\n", line);
  }
  return text;
}

}  // namespace sketchbench
