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
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using Condition = Question::Condition;
using Row = TextTable::Row;
using Rows = std::vector<const Row*>;

/// What stands before and behind the first `sign`; nothing behind where there is none.
std::pair<std::string, std::string> parted(std::string_view text, char sign) {
  const std::size_t at = std::min(text.find(sign), text.size());
  return {std::string(text.substr(0, at)), std::string(text.substr(std::min(at + 1, text.size())))};
}

std::string words_of(const std::vector<Condition>& where) {
  std::string words = where.empty() ? " any values" : "";
  for (const Condition& of : where)
    words += fmt::format(" {}{}={}", of.column, of.differs ? "!" : "", of.value);
  return words.substr(1);
}

Rows matching(const std::vector<Condition>& where, const TextTable& table) {
  Rows rows;
  for (const Condition& of : where) table.column(of.column);
  for (const Row& row : table.rows)
    if (std::ranges::all_of(where, [&](const Condition& of) {
          return (table.text(row, of.column) == of.value) != of.differs;
        }))
      rows.push_back(&row);
  return rows;
}

const Row& the_one(const std::vector<Condition>& where, const TextTable& table) {
  const Rows rows = matching(where, table);
  if (rows.size() != 1)
    throw InputError(
        fmt::format("{}: expected one line with {}, found {}", table.name, words_of(where), rows.size()));
  return *rows.front();
}

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

/// times_text() without its sign.
std::string factor(double value) {
  const std::string text = times_text(value);
  return text.substr(0, text.size() - std::string_view("×").size());
}

std::string mean(const TextTable& table, const Row& row, const std::string& column) {
  Sample sample{.n = 1, .mean = table.number(row, column), .std = {}};
  if (!table.text(row, column + "_std").empty()) sample.std = table.number(row, column + "_std");
  return percent_text(sample);
}

std::string text(const TextTable& table, const Row& row, const std::string& column) {
  if (table.text(row, column).empty()) throw InputError(table.name + ": nothing stands in " + column);
  return table.text(row, column);
}

double ratio(double above, double below) {
  if (below == 0) throw InputError("expected a number to divide by, found 0");
  return above / below;
}

/// Of the line's column, or of two columns with a stroke between them the ratio.
double number_of(const TextTable& table, const Row& row, const std::string& of) {
  const auto [above, below] = parted(of, '/');
  return below.empty() ? table.number(row, above) : ratio(table.number(row, above), table.number(row, below));
}

/// Those that are there, of all lines that have the values.
std::vector<double> numbers_of(const TextTable& table, const Question& question, const std::string& of) {
  std::vector<double> all;
  for (const Row* row : matching(question.where, table))
    if (!table.text(*row, parted(of, '/').first).empty()) all.push_back(number_of(table, *row, of));
  if (all.empty())
    throw InputError(fmt::format("{}: expected a number in \"{}\", found none", table.name, of));
  return all;
}

bool is_summary(std::string_view word) { return word == "least" || word == "most" || word == "sum"; }

/// Of the one line, or what sums up several: "most:COLUMN".
double number_asked_for(const TextTable& table, const Question& question, const std::string& of) {
  const auto [summary, column] = parted(of, ':');
  if (!is_summary(summary)) return number_of(table, the_one(question.where, table), of);
  const std::vector<double> all = numbers_of(table, question, column);
  if (summary == "sum") return std::accumulate(all.begin(), all.end(), 0.0);
  return summary == "least" ? std::ranges::min(all) : std::ranges::max(all);
}

std::string distinct(const TextTable& table, const Question& question, const std::string& column) {
  std::set<std::string> values;
  for (const Row* row : matching(question.where, table)) values.insert(table.text(*row, column));
  return with_commas(static_cast<std::int64_t>(values.size()));
}

std::string range(const std::vector<double>& all) {
  const auto [least, most] = std::ranges::minmax(all);
  return least == most ? three_digits(most) : three_digits(least) + " to " + three_digits(most);
}

/// How a number is written, by the form that is asked for.
const std::map<std::string, std::string (*)(double number)>& number_forms() {
  static const std::map<std::string, std::string (*)(double number)> forms = {
      {"whole", [](double number) { return with_commas(std::llround(number)); }},
      {"points", [](double points) { return fmt::format("{:+.1f}", points); }},
      {"time", rounded_time},
      {"megabytes", [](double bytes) { return fmt::format("{:.1f} MB", bytes / 1e6); }},
      {"ratio", [](double number) { return fmt::format("{:.2f}", number); }}};
  return forms;
}

/// `of`: "COLUMN:KEY=VALUE".
std::string over_another(const Question& question, const TextTable& table, const std::string& of) {
  const auto [column, other] = parted(of, ':');
  const auto [key, value] = parted(other, '=');
  std::vector<Condition> where = question.where;
  std::erase_if(where, [&key = key](const Condition& one) { return one.column == key && !one.differs; });
  where.push_back({.column = key, .value = replaced(value, "~", " ")});
  const Row &above = the_one(question.where, table), &below = the_one(where, table);
  for (const char* origin : {"processor", "instruction_set"})
    if (std::ranges::count(table.columns, origin) > 0 &&
        table.text(above, origin) != table.text(below, origin))
      throw InputError(table.name + ": times of different processors have no ratio");
  return factor(ratio(table.number(above, column), table.number(below, column)));
}

}  // namespace

Question read_question(std::string_view words) {
  Question question;
  for (const auto part : std::views::split(words, ' ')) {
    const std::string word(part.begin(), part.end());
    if (word.empty()) continue;
    auto [key, value] = parted(word, '=');
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
  if (std::ranges::count(table.columns, question.show) > 0)
    return four_digits(number_asked_for(table, question, question.show));
  if (const auto found = number_forms().find(form); found != number_forms().end())
    return found->second(number_asked_for(table, question, of));
  if (is_summary(form)) return three_digits(number_asked_for(table, question, question.show));
  if (form == "count") return with_commas(static_cast<std::int64_t>(matching(question.where, table).size()));
  if (form == "distinct") return distinct(table, question, of);
  if (form == "range") return range(numbers_of(table, question, of));
  if (form == "over") return over_another(question, table, of);
  if (form == "mean") return mean(table, the_one(question.where, table), of);
  if (form == "text") return text(table, the_one(question.where, table), of);
  std::vector<std::string> known = {"least", "most", "sum",  "count", "distinct",
                                    "range", "over", "mean", "text"};
  for (const auto& [name, write] : number_forms()) known.push_back(name);
  known.insert(known.end(), table.columns.begin(), table.columns.end());
  fail_unknown("column or form in " + table.name, form, known);
}

Expectation read_expectation(std::string_view words) {
  for (const std::string_view begin : {"at most ", "at least "}) {
    if (!words.starts_with(begin)) continue;
    const auto [number, question] = parted(words.substr(begin.size()), ':');
    char* end = nullptr;
    const double limit = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0') break;
    return {.at_most = begin == "at most ", .limit = limit, .question = read_question(question)};
  }
  throw InputError(
      fmt::format("\"{}\": expected \"at most NUMBER: TABLE KEY=VALUE... show=WHAT\", or at least", words));
}

bool Expectation::met_by(const std::string& answer) const {
  const std::string number = replaced(answer, ",", "");
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (end == number.c_str()) throw InputError(fmt::format("expected a number, found \"{}\"", answer));
  return at_most ? value <= limit : value >= limit;
}

}  // namespace sketchbench
