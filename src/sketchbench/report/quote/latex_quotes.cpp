#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/document/render_latex.hpp>
#include <sketchbench/report/quote/question.hpp>
#include <sketchbench/report/quote/quote.hpp>

namespace sketchbench {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

/// No line of a paragraph ends within "1 ± 2 %" or "p = 3".
std::string unbroken(std::string text) {
  for (const std::string_view sign : {"±", "$\\pm$", "="})
    text = replaced(text, fmt::format(" {} ", sign), fmt::format("~{}~", sign));
  return replaced(text, " \\%", "~\\%");
}

/// Running text: signs stay as they are (docs/signs.tex), "3^p" is a power.
std::string latex_text(std::string_view text) {
  std::string made;
  bool within_quotation = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool before_word =
        i + 1 < text.size() && std::isalnum(static_cast<unsigned char>(text[i + 1])) != 0;
    if (c == '^' && before_word)
      made += fmt::format("\\textsuperscript{{{}}}", text[++i]);
    else if (c == '-' && text.substr(i).starts_with("--"))
      made += "-{}";
    else if (c == '"') {
      made += within_quotation ? "''" : "``";
      within_quotation = !within_quotation;
    } else if (std::string_view("\\^~").find(c) != std::string_view::npos)
      made += c == '\\' ? "\\textbackslash " : c == '^' ? "\\textasciicircum " : "\\textasciitilde ";
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      made += {'\\', c};
    else
      made += c;
  }
  return unbroken(std::move(made));
}

std::string without_breaks(std::string_view text) {
  std::string made;
  for (const char c : text)
    if (c != '\n' && c != ' ')
      made += c;
    else if (!made.ends_with(' '))
      made += ' ';
  return made;
}

std::string quoted(const Arguments& of, const QuoteSources& sources) {
  const Question question = read_question(fmt::format("{} {} show={}", of[0], of[1], of[2]));
  return latex_text(answer(question, *quoted_table(question.table, sources)));
}

std::string ran(const Arguments& of, const QuoteSources& sources) {
  std::vector<std::string> cells = run_facts(*quoted_table("runs", sources), of[0]);
  for (std::string& cell : cells) cell = latex_text(cell);
  return fmt::format("{}", fmt::join(cells, " & "));
}

/// "D^1.04" in a table is a power.
std::string with_powers(std::string text) {
  constexpr std::string_view sign = "\\textasciicircum{}";
  for (auto at = text.find(sign); at != std::string::npos; at = text.find(sign, at + 1)) {
    const auto end = std::min(text.find_first_not_of("0123456789.", at + sign.size()), text.size());
    const std::string power = text.substr(at + sign.size(), end - at - sign.size());
    if (!power.empty()) text.replace(at, end - at, fmt::format("\\textsuperscript{{{}}}", power));
  }
  return text;
}

/// As wide as the text at most; \fitted and \tablenotes are the including text's.
std::string tablefrom(const Arguments& of, const QuoteSources& sources) {
  Document document;
  document.tables = {table_about(of[1], sources.report(of[0]))};
  std::string text = render_latex(document);
  text = text.substr(text.find("\\begin{table*}"));
  const auto label = text.find('\n', text.find("\\caption{"));
  text.insert(label, fmt::format("\\label{{{}}}", of[2]));
  text = replaced(text, "\\begin{table*}[t]", "\\begin{table}[tbp]");
  text = replaced(text, "\\end{table*}", "\\end{table}");
  text = replaced(text, "\\end{tabular}", "\\end{tabular}}\\tablenotes");
  const bool narrow = of.size() > 3;
  if (narrow)
    text = replaced(text, "\\begin{tabular}{l",
                    fmt::format("\\begin{{tabular}}{{>{{\\raggedright}}p{{{}\\textwidth}}", of[3]));
  text =
      replaced(text, "\\begin{tabular}",
               fmt::format("{}\\fitted{{\\begin{{tabular}}", narrow ? "\\setlength{\\tabcolsep}{8pt}" : ""));
  if (text.ends_with('\n')) text.pop_back();
  return unbroken(with_powers(std::move(text)));
}

std::string notesfrom(const Arguments& of, const QuoteSources& sources) {
  const std::vector<NoteSection>& notes = sources.report(of[0]).document.notes;
  const auto section = std::ranges::find(notes, of[1], &NoteSection::heading);
  if (section == notes.end()) {
    std::vector<std::string> headings;
    for (const NoteSection& one : notes) headings.push_back(one.heading);
    fail_unknown("heading of notes in " + of[0], of[1], headings);
  }
  std::string items;
  for (const std::string& line : section->lines) items += fmt::format("\\item {}\n", latex_text(line));
  return fmt::format("\\begin{{itemize}}\n{}\\end{{itemize}}", items);
}

std::string said(const Arguments& of, const QuoteSources&) {
  if (without_breaks(read_file(of[0])).find(of[1]) == std::string::npos)
    throw InputError(fmt::format("{} does not say \"{}\"", of[0], of[1]));
  return latex_text(of[1]);
}

/// What stands behind "KEY:", up to the next key, without the quotation marks around it.
std::string yaml_text(const fs::path& file, const std::string& key) {
  std::istringstream lines(read_file(file));
  std::string text;
  bool within = false;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(' ')) within = line.starts_with(key + ":");
    if (within) text += (text.empty() ? line.substr(key.size() + 1) : line) + " ";
  }
  text = without_breaks(text);
  const auto begin = text.find_first_not_of(" \""), end = text.find_last_not_of(" \"");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

std::string fact(const Arguments& of, const QuoteSources&) {
  std::string text;
  if (fs::path(of[0]).extension() == ".json") {
    const Json document = read_json(of[0]);
    if (document.is_object()) text = document.value(of[1], "");
  } else
    text = yaml_text(of[0], of[1]);
  if (text.empty()) throw InputError(fmt::format("{}: expected a text under \"{}\"", of[0], of[1]));
  return latex_text(text);
}

std::string disk(const Arguments& of, const QuoteSources&) {
  if (!fs::is_directory(of[0])) throw InputError(of[0] + " is no folder");
  double bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(of[0]))
    if (entry.is_regular_file()) bytes += static_cast<double>(entry.file_size());
  return fmt::format("{:.0f} MB", bytes / 1e6);
}

struct Macro {
  std::size_t least, most;  ///< arguments
  std::string (*text)(const Arguments& of, const QuoteSources& sources);
};

const std::map<std::string, Macro>& macros() {
  static const std::map<std::string, Macro> all = {{"quoted", {3, 3, quoted}},
                                                   {"ran", {1, 1, ran}},
                                                   {"tablefrom", {3, 4, tablefrom}},
                                                   {"notesfrom", {2, 2, notesfrom}},
                                                   {"said", {2, 2, said}},
                                                   {"fact", {2, 2, fact}},
                                                   {"disk", {1, 1, disk}}};
  return all;
}

}  // namespace

bool is_latex_quote(const std::string& name) { return macros().contains(name); }

std::string latex_quote(const std::string& name, const Arguments& arguments, const QuoteSources& sources) {
  const Macro& macro = macros().at(name);
  if (arguments.size() < macro.least || arguments.size() > macro.most)
    throw InputError(fmt::format("expected {} arguments, found {}", macro.least, arguments.size()));
  Arguments of;
  for (const std::string& argument : arguments) of.push_back(without_breaks(argument));
  return macro.text(of, sources);
}

}  // namespace sketchbench
