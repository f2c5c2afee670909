#include <sketchbench/data/read/text_kind.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>
#include <vector>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/line_reader.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/other_format.hpp>
#include <sketchbench/data/read/table_text.hpp>

namespace sketchbench {
namespace {

using Tokens = std::vector<std::string_view>;

/// "3:0.5", in which the value need not be a number.
bool is_entry(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos || colon + 1 == token.size()) return false;
  std::int64_t index = 0;
  const bool has_index = parse_number(token.substr(0, colon), index) || token.starts_with("qid:");
  return has_index && token.find_first_of(",;:", colon + 1) == std::string_view::npos;
}

/// "height:0.5", "3:" or "3:0,5": what a reader of entries can say more of than one of tables.
bool is_like_entry(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view text = token.substr(colon + 1);
  float value = 0;
  return token.find_first_of(",;|") == std::string_view::npos ||
         (token.find(',') > colon && parse_number(text, {.decimal = ','}, value));
}

Tokens tokens_of(std::string_view line) {
  Tokens tokens;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t", at)) != std::string_view::npos;) {
    const std::size_t end = end_of_entry(line, at);
    tokens.push_back(line.substr(at, end - at));
    at = end;
  }
  return tokens;
}

/// Without the label.
Tokens entries_of(std::string_view line) {
  Tokens tokens = tokens_of(line);
  if (!tokens.empty() && tokens.front().find(':') == std::string_view::npos) tokens.erase(tokens.begin());
  return tokens;
}

/// A label and entries, or one of both; a table has more columns than one.
bool is_like_libsvm(std::string_view line) {
  const Tokens entries = entries_of(line);
  if (!std::ranges::all_of(entries, is_like_entry)) return false;
  // "5.2 10:30:00" is a number and a time.
  return entries.size() != 1 || is_entry(entries.front());
}

/// The lines that are no comments; `sign` begins one.
std::vector<std::string_view> rows_of(std::string_view beginning, char sign, std::size_t most) {
  std::vector<std::string_view> rows;
  beginning = without_byte_order_mark(beginning);
  while (!beginning.empty() && rows.size() < most) {
    std::string_view line = beginning.substr(0, beginning.find('\n'));
    beginning.remove_prefix(std::min(line.size() + 1, beginning.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    for (std::size_t at = line.find(sign); at != std::string_view::npos; at = line.find(sign, at + 1))
      if (at == 0 || is_blank(line[at - 1])) line = line.substr(0, at);
    if (line.find_first_not_of(" \t") != std::string_view::npos) rows.push_back(line);
  }
  return rows;
}

std::string_view first_row_of(std::string_view beginning, char sign) {
  const auto rows = rows_of(beginning, sign, 1);
  return rows.empty() ? std::string_view() : rows.front();
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// "07", "00": as no program writes the whole numbers of entries.
bool is_padded(std::string_view text) { return text.size() > 1 && text.front() == '0' && is_digits(text); }

std::vector<std::string_view> parts_of(std::string_view token) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;; ++at) {
    const std::size_t end = std::min(token.find(':', at), token.size());
    parts.push_back(token.substr(at, end - at));
    if ((at = end) == token.size()) return parts;
  }
}

/// A time of the day with seconds or an address, "10:30:00", "fe80::1" or "00:1b:44:11:3a:b7"; of three
/// numbers that are neither, LIBFFM's field, feature and value, the reader of entries can say more.
bool is_time_or_address(std::string_view token) {
  const auto parts = parts_of(token);
  const auto is_part_of_address = [](std::string_view part) {
    return part.size() <= 4 &&
           std::ranges::all_of(part, [](unsigned char c) { return std::isxdigit(c) != 0; });
  };
  if (parts.size() < 3 || !std::ranges::all_of(parts, is_part_of_address)) return false;
  return parts.size() > 3 || std::ranges::any_of(parts, [](std::string_view part) {
           return is_padded(part) || !is_digits(part);
         });
}

/// What the lines of a sample, all like LIBSVM's, have in common.
class Sample {
 public:
  explicit Sample(const std::vector<std::string_view>& rows) {
    for (const std::string_view row : rows) lines_.push_back(entries_of(row));
  }

  /// A text that no reader of entries takes, and a table may have.
  std::optional<std::string_view> no_entry() const {
    // A column of them has one in each line; a single one may be a blank that is missing.
    const bool in_each = std::ranges::all_of(lines_, [](const Tokens& line) {
      return std::ranges::any_of(line, [](std::string_view token) { return parts_of(token).size() > 2; });
    });
    for (const Tokens& line : lines_)
      for (const std::string_view token : line)
        if (in_each && is_time_or_address(token)) return token;
    if (!are_whole() || !are_as_many()) return std::nullopt;
    const bool in_columns = are_in_columns();
    for (const Tokens& line : lines_)
      for (const std::string_view token : line)
        if (is_padded(value_of(token)) || (is_padded(index_of(token)) && !in_columns)) return token;
    return std::nullopt;
  }

  /// Whether it cannot be a table of times or ratios: another number of entries in each line, values that are
  /// no whole numbers or the same digit, the same indices in each line, or the first ones.
  bool is_libsvm() const {
    return !are_as_many() || !are_whole() || are_in_columns() || have_one_digit() || are_the_first();
  }

  /// In how many lines the indices do not ascend.
  std::size_t lines_that_descend() const {
    return static_cast<std::size_t>(std::ranges::count_if(lines_, [](const Tokens& line) {
      return std::ranges::adjacent_find(line, [](std::string_view a, std::string_view b) {
               return number(index_of(a)) >= number(index_of(b));
             }) != line.end();
    }));
  }

  /// Whether each entry is a time of the day as well, without seconds.
  bool are_times() const {
    return every([](std::string_view token) {
      return number(index_of(token)) < 24 && value_of(token).size() == 2 && number(value_of(token)) < 60;
    });
  }

  std::size_t lines() const { return lines_.size(); }
  std::size_t width() const { return lines_.front().size(); }
  std::string_view example() const { return lines_.front().front(); }

 private:
  static std::string_view index_of(std::string_view token) { return token.substr(0, token.find(':')); }
  static std::string_view value_of(std::string_view token) { return token.substr(token.find(':') + 1); }
  static double number(std::string_view digits) {
    double value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }

  template <class Holds>
  bool every(const Holds& holds) const {
    return std::ranges::all_of(lines_, [&](const Tokens& line) { return std::ranges::all_of(line, holds); });
  }

  bool are_as_many() const {
    return width() > 0 &&
           std::ranges::all_of(lines_, [&](const Tokens& line) { return line.size() == width(); });
  }
  bool are_whole() const {
    return every(
        [](std::string_view token) { return is_digits(index_of(token)) && is_digits(value_of(token)); });
  }
  bool are_in_columns() const {
    return lines() > 1 && std::ranges::all_of(lines_, [&](const Tokens& line) {
             return std::ranges::equal(line, lines_.front(), {}, index_of, index_of);
           });
  }
  bool have_one_digit() const {
    return every([&](std::string_view token) {
      return value_of(token) == value_of(example()) && value_of(token).size() == 1;
    });
  }
  bool are_the_first() const {
    return std::ranges::all_of(lines_, [](const Tokens& line) {
      double expected = number(index_of(line.front()));
      return expected <= 1 && std::ranges::all_of(line, [&](std::string_view token) {
               return number(index_of(token)) == expected++;
             });
    });
  }

  std::vector<Tokens> lines_;
};

/// Of lines whose first is like LIBSVM's and has an entry.
TextKind kind_of_entries(const std::vector<std::string_view>& rows, RowsBefore before,
                         const std::filesystem::path& file) {
  using Kind = FileFormat::Kind;
  std::vector<std::string_view> alike;
  std::ranges::copy_if(rows, std::back_inserter(alike), is_like_libsvm);
  const Sample sample(alike);
  if (const auto text = sample.no_entry())
    return {Kind::delimited, fmt::format("{}: is read as a table, as {} is no index:value (--format libsvm "
                                         "reads it so)",
                                         file.string(), in_quotes(*text))};
  // Of another line the reader of entries says what is wrong.
  if (alike.size() < rows.size() || sample.is_libsvm()) return {Kind::libsvm};
  if (before == RowsBefore::table)
    return {Kind::delimited, fmt::format("{}: is read as a table, as the model's rows were (--format libsvm "
                                         "reads {} as index:value)",
                                         file.string(), in_quotes(sample.example()))};
  constexpr std::size_t few_lines = 3;
  const std::size_t descending = sample.lines_that_descend();
  if (sample.lines() > few_lines && 2 * descending >= sample.lines())
    return {Kind::delimited, fmt::format("{}: is read as a table: {} and the like are no index:value, whose "
                                         "indices ascend (--format libsvm reads them so)",
                                         file.string(), in_quotes(sample.example()))};
  if (descending > 0) return {Kind::libsvm};  // whose reader names the line
  if (sample.are_times())
    fail_input(file, 0,
               fmt::format("{} may be an index and its value or a time: --format libsvm, or --format csv "
                           "--separator space for a table with such a column",
                           in_quotes(sample.example())));
  // Entries that ascend in several lines are no chance; one in a line has nothing to ascend from.
  if (sample.lines() >= few_lines && sample.width() > 1) return {Kind::libsvm};
  return {Kind::libsvm, fmt::format("{}: is read as LIBSVM's, {} as index:value (--format csv --separator "
                                    "space reads a table)",
                                    file.string(), in_quotes(sample.example()))};
}

/// "2 :0.5" in a line that would be LIBSVM's without the blank; empty: there is none.
std::string entry_with_blank(std::string_view line) {
  std::string joined, found;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ':' && !joined.empty() && is_blank(joined.back())) {
      const std::size_t end = joined.find_last_not_of(" \t"), begin = joined.find_last_of(" \t", end) + 1;
      if (end == std::string::npos) return {};
      if (found.empty())
        found = joined.substr(begin) + std::string(line.substr(at, line.find_first_of(" \t", at) - at));
      joined.erase(end + 1);
    }
    joined += line[at];
  }
  return !found.empty() && is_like_libsvm(joined) && std::ranges::all_of(entries_of(joined), is_entry) ? found
                                                                                                       : "";
}

}  // namespace

TextKind kind_of_text(std::string_view beginning, bool whole, RowsBefore before,
                      const std::filesystem::path& file) {
  using Kind = FileFormat::Kind;
  if (beginning.size() >= 2 && beginning[0] == '\0' && beginning[1] == '\0') return {Kind::idx_images};
  const Tokens first = tokens_of(first_row_of(beginning, '%'));
  if (!first.empty() && first.front().starts_with('@')) return {Kind::arff};
  if (before == RowsBefore::said_table) return {Kind::delimited};
  if (const std::size_t last = beginning.find_last_of(" \t,;|");
      !whole && last != std::string_view::npos && beginning.find('\n') == std::string_view::npos)
    beginning = beginning.substr(0, last);  // the word behind it may be cut off
  std::string_view line = first_row_of(beginning, '#');
  if (line.empty()) line = first_row_of(beginning, '\0');  // texts may begin with the sign of comments
  const bool has_separator = line.find_first_of(",;|") != std::string_view::npos;
  const bool has_entries = line.find(':') != std::string_view::npos;
  if (const std::string entry = entry_with_blank(line); !entry.empty())
    fail_input(file, 0,
               fmt::format("has {}, expected index:value without blanks before the colon (--format csv reads "
                           "a table)",
                           in_quotes(entry)));
  if (!is_like_libsvm(line)) return {Kind::delimited};
  if (!has_entries) return {has_separator || before == RowsBefore::table ? Kind::delimited : Kind::libsvm};
  if (before == RowsBefore::libsvm) return {Kind::libsvm};
  constexpr std::size_t most_rows = 1000;
  std::vector<std::string_view> rows = rows_of(beginning, '#', most_rows);
  if (!whole && rows.size() > 1 && rows.size() < most_rows) rows.pop_back();  // cut off in its middle
  if (rows.empty()) return {Kind::libsvm};
  return kind_of_entries(rows, before, file);
}

}  // namespace sketchbench
