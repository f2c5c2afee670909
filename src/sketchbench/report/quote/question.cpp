#include <sketchbench/report/quote/question.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <numeric>
#include <ranges>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/results/csv.hpp>
#include <sketchbench/report/statistics.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using Row = ResultRow;
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

/// The lines of a table that have the values that a question names, with the columns of its table.csv.
class Lines {
 public:
  Lines(const ResultTable& table, const Question& question)
      : name_(question.table), where_(question.where), columns_(csv_columns(table)) {
    for (const auto& of : where_) static_cast<void>(at(of.column));
    for (const Row& row : table.rows)
      if (row.in_csv && std::ranges::all_of(where_, [&](const auto& of) {
            return (text(row, of.column) == of.value) != of.differs;
          }))
        all.push_back(&row);
  }

  bool has(std::string_view column) const {
    return std::ranges::find(columns_, column, &CsvColumn::name) != columns_.end();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    std::ranges::transform(columns_, std::back_inserter(names), &CsvColumn::name);
    return names;
  }
  const CsvColumn& at(std::string_view column) const {
    const auto found = std::ranges::find(columns_, column, &CsvColumn::name);
    if (found == columns_.end()) fail_unknown("column in " + name_, column, names());
    return *found;
  }
  std::string text(const Row& row, std::string_view column) const { return at(column).text(row); }
  const Row& one() const {
    if (all.size() == 1) return *all.front();
    std::string words = where_.empty() ? " any values" : "";
    for (const auto& of : where_)
      words += fmt::format(" {}{}={}", of.column, of.differs ? "!" : "", of.value);
    fail(fmt::format("expected one line with{}, found {}", words, all.size()));
  }
  /// Of the line's column, or of two columns with a stroke between them the ratio.
  double number(const Row& row, const std::string& of) const {
    const auto [above, below] = parted(of, '/');
    if (!below.empty()) return ratio(number(row, above), number(row, below));
    if (const auto found = at(of).number(row)) return *found;
    const std::string words = text(row, of);
    fail(fmt::format("expected a number in \"{}\", found {}", of,
                     words.empty() ? "nothing" : "\"" + words + "\""));
  }
  /// Those that are there, of all lines.
  std::vector<double> numbers(const std::string& of) const {
    std::vector<double> found;
    for (const Row* row : all)
      if (!text(*row, parted(of, '/').first).empty()) found.push_back(number(*row, of));
    if (found.empty()) fail(fmt::format("expected a number in \"{}\", found none", of));
    return found;
  }
  [[noreturn]] void fail(std::string_view message) const {
    throw InputError(fmt::format("{}: {}", name_, message));
  }

  std::vector<const Row*> all;

 private:
  const std::string& name_;
  const Conditions& where_;
  std::vector<CsvColumn> columns_;
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
  const double minutes = seconds / 60;
  if (std::round(seconds) < 60) return fmt::format("{:.0f} s", seconds);
  return std::round(minutes) < 60 ? fmt::format("{:.0f} min", minutes)
                                  : fmt::format("{:.1f} h", minutes / 60);
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
std::string over_another(const ResultTable& table, const Question& question, const Lines& lines,
                         const std::string& of) {
  const auto [column, other] = parted(of, ':');
  const auto [key, value] = parted(other, '=');
  Question beside = question;
  std::erase_if(beside.where, [&key = key](const auto& one) { return one.column == key && !one.differs; });
  beside.where.push_back({.column = key, .value = value});
  const Row &above = lines.one(), &below = Lines(table, beside).one();
  for (const char* origin : {"processor", "instruction_set"})
    if (lines.has(origin) && lines.text(above, origin) != lines.text(below, origin))
      lines.fail("times of different processors have no ratio");
  const std::string text = times_text(ratio(lines.number(above, column), lines.number(below, column)));
  return text.substr(0, text.size() - std::string_view("×").size());
}

}  // namespace

ResultTable table_of_json(const std::string& name, const Json& list) {
  constexpr Digits as_written = {.count = 15};
  ResultTable table;
  const Json& rows = list.is_object() && list.contains("rows") ? list.at("rows") : list;
  if (!rows.is_array()) throw InputError(name + ": expected a list of objects");
  for (const Json& object : rows) {
    if (!object.is_object()) throw InputError(name + ": expected a list of objects");
    std::vector<Value>& values = table.rows.emplace_back().values;
    const Json parts = object.flatten();
    for (const auto& [pointer, part] : parts.items()) {
      const std::string key = replaced(pointer.substr(1), "/", ".");
      const auto known = std::ranges::find(table.quantities, key, &QuantityInfo::key);
      const auto at = static_cast<std::size_t>(known - table.quantities.begin());
      if (known == table.quantities.end()) table.quantities.push_back({.key = key, .digits = as_written});
      values.resize(table.quantities.size(), Value(Sample()));
      if (!part.is_null())
        values[at] = part.is_number()   ? Value(part.get<double>())
                     : part.is_string() ? Value(part.get<std::string>())
                                        : Value(json_text(part));
    }
  }
  for (ResultRow& row : table.rows) row.values.resize(table.quantities.size(), Value(Sample()));
  return table;
}

Question read_question(std::string_view words) {
  Question question;
  for (const auto part : std::views::split(words, ' ')) {
    const std::string word(part.begin(), part.end());
    auto [key, value] = parted(word, '=');
    if (word.empty()) continue;
    if (question.table.empty())
      question.table = word;
    else if (key == "show")
      question.show = replaced(value, "~", " ");
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

std::string answer(const Question& question, const ResultTable& table) {
  const auto [form, of] = parted(question.show, ':');
  const Lines lines(table, question);
  if (lines.has(question.show)) return four_digits(number_asked_for(lines, question.show));
  if (const auto found = forms.find(form); found != forms.end())
    return found->second(number_asked_for(lines, of));
  if (summaries.contains(form)) return three_digits(number_asked_for(lines, question.show));
  if (form == "count") return with_commas(static_cast<std::int64_t>(lines.all.size()));
  if (form == "over") return over_another(table, question, lines, of);
  if (form == "distinct") {
    std::set<std::string> values;
    for (const Row* row : lines.all) values.insert(lines.text(*row, of));
    return with_commas(static_cast<std::int64_t>(values.size()));
  }
  if (form == "range") {
    const auto [least, most] = std::ranges::minmax(lines.numbers(of));
    return least == most ? three_digits(most) : three_digits(least) + " to " + three_digits(most);
  }
  if (form == "mean") {
    static_cast<void>(lines.number(lines.one(), of));
    return percent_text(lines.one().values[lines.at(of).place].number);
  }
  if (form == "text") {
    const std::string text = lines.text(lines.one(), of);
    if (text.empty()) lines.fail("nothing stands in " + of);
    return text;
  }
  std::vector<std::string> known = {"least", "most", "sum",  "count", "distinct",
                                    "range", "over", "mean", "text"};
  for (const auto& [name, write] : forms) known.push_back(name);
  std::ranges::move(lines.names(), std::back_inserter(known));
  fail_unknown("column or form in " + question.table, form, known);
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
