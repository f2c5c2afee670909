#include <sketchbench/report/quote/question.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <ranges>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using Row = TextTable::Row;
using Conditions = std::vector<Question::Condition>;

/// What stands before and behind the first `sign`; nothing behind where there is none.
std::pair<std::string, std::string> parted(std::string_view text, char sign) {
  const std::size_t at = std::min(text.find(sign), text.size());
  return {std::string(text.substr(0, at)), std::string(text.substr(std::min(at + 1, text.size())))};
}

double ratio(double above, double below) {
  if (below == 0) throw InputError("expected a number to divide by, found 0");
  return above / below;
}

/// The number that a text begins with; InputError for none.
double leading_number(const std::string& text, bool whole) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || (whole && *end != '\0'))
    throw InputError(fmt::format("expected a number, found \"{}\"", text));
  return number;
}

/// A table's lines that have the values.
class Lines {
 public:
  Lines(const TextTable& table, const Conditions& where) : table_(table), where_(where) {
    for (const auto& of : where) table.column(of.column);
    for (const Row& row : table.rows)
      if (std::ranges::all_of(
              where, [&](const auto& of) { return (table.text(row, of.column) == of.value) != of.differs; }))
        all.push_back(&row);
  }

  const Row& one() const {
    if (all.size() == 1) return *all.front();
    std::string words = where_.empty() ? " any values" : "";
    for (const auto& of : where_)
      words += fmt::format(" {}{}={}", of.column, of.differs ? "!" : "", of.value);
    throw InputError(fmt::format("{}: expected one line with{}, found {}", table_.name, words, all.size()));
  }
  /// Of the line's column, or of two columns with a stroke between them the ratio.
  double number(const Row& row, const std::string& of) const {
    const auto [above, below] = parted(of, '/');
    return below.empty() ? table_.number(row, above)
                         : ratio(table_.number(row, above), table_.number(row, below));
  }
  /// Those that are there, of all lines.
  std::vector<double> numbers(const std::string& of) const {
    std::vector<double> found;
    for (const Row* row : all)
      if (!table_.text(*row, parted(of, '/').first).empty()) found.push_back(number(*row, of));
    if (found.empty())
      throw InputError(fmt::format("{}: expected a number in \"{}\", found none", table_.name, of));
    return found;
  }

  std::vector<const Row*> all;

 private:
  const TextTable& table_;
  const Conditions& where_;
};

/// "3", "1,600", "0.963", "12,346"
std::string three_digits(double value) {
  const bool whole = value == std::floor(value) || std::abs(value) >= 1000;
  return whole ? with_commas(std::llround(value)) : fmt::format("{:.3g}", value);
}

/// "100", "0.9625"
std::string four_digits(double value) {
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string rounded_time(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  return seconds < 3600 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

/// How a number is written, by the form that is asked for.
const std::map<std::string, std::string (*)(double number)> forms = {
    {"whole", [](double number) { return with_commas(std::llround(number)); }},
    {"points", [](double points) { return fmt::format("{:+.1f}", points); }},
    {"time", rounded_time},
    {"megabytes", [](double bytes) { return fmt::format("{:.1f} MB", bytes / 1e6); }},
    {"ratio", [](double number) { return fmt::format("{:.2f}", number); }}};

/// What sums up several numbers.
const std::map<std::string, double (*)(const std::vector<double>& all)> summaries = {
    {"least", [](const std::vector<double>& all) { return std::ranges::min(all); }},
    {"most", [](const std::vector<double>& all) { return std::ranges::max(all); }},
    {"sum", [](const std::vector<double>& all) { return std::accumulate(all.begin(), all.end(), 0.0); }}};

double number_asked_for(const Lines& lines, const std::string& of) {
  const auto [summary, column] = parted(of, ':');
  if (const auto found = summaries.find(summary); found != summaries.end())
    return found->second(lines.numbers(column));
  return lines.number(lines.one(), of);
}

/// `of`: "COLUMN:KEY=VALUE".
std::string over_another(const Question& question, const TextTable& table, const std::string& of) {
  const auto [column, other] = parted(of, ':');
  const auto [key, value] = parted(other, '=');
  Conditions where = question.where;
  std::erase_if(where, [&key = key](const auto& one) { return one.column == key && !one.differs; });
  where.push_back({.column = key, .value = replaced(value, "~", " ")});
  const Row &above = Lines(table, question.where).one(), &below = Lines(table, where).one();
  for (const char* origin : {"processor", "instruction_set"})
    if (std::ranges::count(table.columns, origin) > 0 &&
        table.text(above, origin) != table.text(below, origin))
      throw InputError(table.name + ": times of different processors have no ratio");
  const std::string text = times_text(ratio(table.number(above, column), table.number(below, column)));
  return text.substr(0, text.size() - std::string_view("×").size());
}

}  // namespace

Question read_question(std::string_view words) {
  Question question;
  for (const auto part : std::views::split(words, ' ')) {
    const std::string word(part.begin(), part.end());
    auto [key, value] = parted(word, '=');
    if (word.empty()) continue;
    if (question.table.empty())
      question.table = word;
    else if (key == "show")
      question.show = value;
    else if (word.find('=') == std::string::npos)
      throw InputError(fmt::format("\"{}\": expected KEY=VALUE", word));
    else {
      const bool differs = key.ends_with('!');
      if (differs) key.pop_back();
      question.where.push_back({.column = key, .value = replaced(value, "~", " "), .differs = differs});
    }
  }
  if (question.show.empty()) throw InputError(fmt::format("\"{}\": expected show=WHAT", words));
  return question;
}

std::string answer(const Question& question, const TextTable& table) {
  const auto [form, of] = parted(question.show, ':');
  const Lines lines(table, question.where);
  if (std::ranges::count(table.columns, question.show) > 0)
    return four_digits(number_asked_for(lines, question.show));
  if (const auto found = forms.find(form); found != forms.end())
    return found->second(number_asked_for(lines, of));
  if (summaries.contains(form)) return three_digits(number_asked_for(lines, question.show));
  if (form == "count") return with_commas(static_cast<std::int64_t>(lines.all.size()));
  if (form == "over") return over_another(question, table, of);
  if (form == "distinct") {
    std::set<std::string> values;
    for (const Row* row : lines.all) values.insert(table.text(*row, of));
    return with_commas(static_cast<std::int64_t>(values.size()));
  }
  if (form == "range") {
    const auto [least, most] = std::ranges::minmax(lines.numbers(of));
    return least == most ? three_digits(most) : three_digits(least) + " to " + three_digits(most);
  }
  if (form == "mean") {
    Sample sample{.n = 1, .mean = table.number(lines.one(), of), .std = {}};
    if (!table.text(lines.one(), of + "_std").empty()) sample.std = table.number(lines.one(), of + "_std");
    return percent_text(sample);
  }
  if (form == "text") {
    const std::string& text = table.text(lines.one(), of);
    if (text.empty()) throw InputError(table.name + ": nothing stands in " + of);
    return text;
  }
  std::vector<std::string> known = {"least", "most", "sum",  "count", "distinct",
                                    "range", "over", "mean", "text"};
  for (const auto& [name, write] : forms) known.push_back(name);
  known.insert(known.end(), table.columns.begin(), table.columns.end());
  fail_unknown("column or form in " + table.name, form, known);
}

Expectation read_expectation(std::string_view words) {
  const auto [begin, question] = parted(words, ':');
  for (const std::string_view sense : {"at most ", "at least "})
    if (begin.starts_with(sense))
      return {.at_most = sense == "at most ",
              .limit = leading_number(begin.substr(sense.size()), /*whole=*/true),
              .question = read_question(question)};
  throw InputError(
      fmt::format("\"{}\": expected \"at most NUMBER: TABLE KEY=VALUE... show=WHAT\", or at least", words));
}

bool Expectation::met_by(const std::string& answer) const {
  const double value = leading_number(replaced(answer, ",", ""), /*whole=*/false);
  return at_most ? value <= limit : value >= limit;
}

}  // namespace sketchbench
