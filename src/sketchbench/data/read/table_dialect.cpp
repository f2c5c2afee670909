#include <sketchbench/data/read/table_dialect.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/table_text.hpp>

namespace sketchbench {
namespace {

using Fields = std::vector<std::string>;

Fields fields_of(std::string_view line, char separator) {
  Fields all;
  FieldSplitter fields(line, separator);
  for (std::string_view field; fields.next(field);) all.emplace_back(field);
  return all;
}

/// Some of the first lines that are not blank, comments and others.
std::vector<std::string> first_lines(const std::filesystem::path& file, const std::string& member,
                                     std::optional<char> separator) {
  constexpr std::size_t enough = 100;
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file, member);
  LineReader lines(*stream);
  RecordReader records(lines, separator, 0);
  std::vector<std::string> sample;
  std::size_t rows = 0, comments = 0;
  for (std::string_view line; rows < enough && records.next(line);) {
    if (std::ranges::all_of(line, is_blank)) continue;
    if (++(may_be_comment(line) ? comments : rows) <= enough) sample.emplace_back(line);
  }
  if (sample.empty()) fail_input(file, 0, "the file is empty, expected at least one row");
  return sample;
}

/// The number of fields that most lines have, or as many as any others and the first.
Index usual_width(const std::vector<std::string>& sample, char separator, Index* lines_of_it = nullptr) {
  std::map<Index, Index> lines_of;
  for (const std::string& line : sample) ++lines_of[count_fields(line, separator)];
  Index width = count_fields(sample.front(), separator);
  for (const auto& [fields, lines] : lines_of)
    if (lines > lines_of[width]) width = fields;
  if (lines_of_it != nullptr) *lines_of_it = lines_of[width];
  return width;
}

/// Numbers with a decimal comma: those that no thousands sign would explain, and all that look so.
struct DecimalCommas {
  Index certain = 0, all = 0, points = 0;
};

DecimalCommas count_decimal_commas(const std::vector<std::string>& sample, char separator) {
  DecimalCommas count;
  for (const std::string& line : sample) {
    FieldSplitter fields(line, separator);
    for (std::string_view field; fields.next(field);) {
      float value = 0;
      if (parse_number(field, value)) {
        count.points += field.find('.') != std::string_view::npos ? 1 : 0;
      } else if (parse_number(field, {.decimal = ','}, value)) {
        const std::size_t comma = field.find(',');
        const bool may_be_thousands =
            field.size() - comma == 4 && !field.starts_with("0") && !field.starts_with("-0") && comma > 0;
        ++count.all;
        count.certain += may_be_thousands ? 0 : 1;
      }
    }
  }
  return count;
}

constexpr NumberStyle with_thousands[] = {{'.', ' '}, {'.', '\''}, {'.', ','},
                                          {',', '.'}, {',', ' '},  {',', '\''}};

/// Whether it is a number, however its decimals and thousands are written.
bool is_number_in_some_style(const std::string& field, char separator) {
  float value = 0;
  if (parse_number(field, value)) return true;
  const auto fits = [&](const NumberStyle& style) {
    return (separator != ',' || (style.decimal != ',' && style.thousands != ',')) &&
           parse_number(field, style, value);
  };
  return looks_like_number(in_ascii(field)) &&
         (fits({.decimal = ','}) || std::ranges::any_of(with_thousands, fits));
}

/// The separator that most lines agree on, also with the first, among these the one that makes most numbers.
char guess_separator(const std::vector<std::string>& sample) {
  char best = ',';
  double best_score = -1;
  for (const char separator : {',', ';', '\t', '|', ' '}) {
    Index agree = 0, numbers = 0, fields_seen = 0;
    const Index width = usual_width(sample, separator, &agree);
    if (width < 2) continue;
    for (const std::string& line : sample) {
      FieldSplitter fields(line, separator);
      for (std::string_view field; fields.next(field); ++fields_seen)
        numbers += is_number_in_some_style(std::string(field), separator) ? 1 : 0;
    }
    // Blanks are in texts, and behind other separators.
    const double handicap =
        (separator == ' ' ? 0.5 : 0) + (count_fields(sample.front(), separator) == width ? 0 : 0.25);
    const double score = 2.0 * static_cast<double>(agree) / static_cast<double>(sample.size()) +
                         static_cast<double>(numbers) / static_cast<double>(fields_seen) - handicap;
    if (score > best_score + 1e-9) {
      best = separator;
      best_score = score;
    }
  }
  return best_score < 0 ? ' ' : best;
}

/// Whether none of the first line's texts stands in its column again, where texts do so in the others: a
/// table of categories below their names.
bool is_unlike_categories(const std::vector<Fields>& sample) {
  constexpr std::size_t enough_rows = 5;
  if (sample.size() < enough_rows) return false;
  bool has_categories = false;
  std::set<std::string> names;
  for (std::size_t k = 0; k < sample[0].size(); ++k) {
    const std::string& name = sample[0][k];
    if (is_missing(name) || !names.insert(name).second) return false;
    std::set<std::string> values;
    for (std::size_t i = 1; i < sample.size(); ++i)
      if (k < sample[i].size()) values.insert(sample[i][k]);
    if (values.contains(name)) return false;
    has_categories = has_categories || 2 * values.size() < sample.size();
  }
  return has_categories;
}

/// Whether a text among numbers is more like a name than like one of them: "inf", "-", "?" and "12 EUR" are
/// values.
bool is_like_name(const std::string& field, const std::vector<std::string>& missing_texts) {
  if (is_missing(field, missing_texts) || parse_boolean(field) || has_unit(field)) return false;
  const std::string plain = in_ascii(field);
  const auto first = static_cast<unsigned char>(plain.front());
  return !looks_like_number(plain) && (std::isalpha(first) != 0 || first == '_' || first >= 0x80);
}

/// Whether the first line is not like the others: numbers are below one of its texts, and those in it, such
/// as the years of columns, are all different; or it has texts alone above categories.
bool guess_header(const std::vector<Fields>& sample, const NumberStyle& style,
                  const std::vector<std::string>& missing_texts) {
  if (sample.size() < 2) return false;
  const Fields& first = sample[0];
  const auto is_number = [&](const std::string& field) {
    float value = 0;
    return parse_number(field, style, value);
  };
  std::set<std::string> numbers_in_it;
  for (const std::string& field : first)
    if (is_number(field) && !numbers_in_it.insert(field).second) return false;
  for (std::size_t k = 0; k < first.size(); ++k) {
    if (numbers_in_it.empty() ? is_missing(first[k]) : !is_like_name(first[k], missing_texts)) continue;
    Index numbers = 0, others = 0;
    for (std::size_t i = 1; i < sample.size(); ++i)
      if (k < sample[i].size() && !is_missing(sample[i][k], missing_texts) && sample[i] != first)
        ++(is_number(sample[i][k]) ? numbers : others);
    if (numbers > 0 && others == 0) return true;
  }
  return numbers_in_it.empty() && is_unlike_categories(sample);
}

/// Whether the first line has numbers that follow one another, as pandas writes them for columns without
/// names, and others have values that are none of them. Before them may be the empty name of an index,
/// beside them names that are texts: then numbers may also be any that lie outside of their columns'.
bool numbers_columns(const std::vector<Fields>& sample, const std::vector<std::string>& missing_texts) {
  if (sample.size() < 2 || sample[0].empty()) return false;
  const Fields& first = sample[0];
  const auto column_has = [&](std::size_t k, const auto& holds) {
    return std::any_of(sample.begin() + 1, sample.end(),
                       [&](const Fields& row) { return k < row.size() && holds(row[k]); });
  };
  const bool has_index =
      first[0].empty() && !column_has(0, [](const std::string& field) { return is_missing(field); });
  std::map<std::size_t, float> numbers;  // of columns
  bool has_texts = false, follow = true;
  for (std::size_t k = has_index ? 1 : 0; k < first.size(); ++k) {
    float number = 0;
    if (parse_number(first[k], number)) {
      const float expected = numbers.empty() ? number : numbers.rbegin()->second + 1;
      follow = follow && number == expected && number == std::trunc(number);
      numbers.emplace(k, number);
    } else if (is_like_name(first[k], missing_texts) &&
               !column_has(k, [&](const std::string& field) { return field == first[k]; })) {
      has_texts = true;
    } else {
      return false;
    }
  }
  constexpr std::size_t enough_numbers = 3, enough_rows = 6;
  if (numbers.size() + (has_index ? 1 : 0) < enough_numbers) return false;
  const auto lie_outside = [&](bool above) {
    return sample.size() >= enough_rows && std::ranges::all_of(numbers, [&](const auto& named) {
             return !column_has(named.first, [&](const std::string& field) {
               float value = 0;
               return parse_number(field, value) && (above ? value >= named.second : value <= named.second);
             });
           });
  };
  if (has_texts && (lie_outside(true) || lie_outside(false))) return true;
  const float start = numbers.begin()->second, end = start + static_cast<float>(numbers.size());
  if (!follow || (start != 0 && !has_texts && !has_index)) return false;
  return has_index || std::ranges::any_of(numbers, [&](const auto& named) {
           return column_has(named.first, [&](const std::string& field) {
             float value = 0;
             return !parse_number(field, value) || value != std::trunc(value) || value < start ||
                    value >= end;
           });
         });
}

}  // namespace

Dialect dialect_of(const std::filesystem::path& file, const FileFormat& format, const TableHints& hints,
                   const TableSchema* schema) {
  Dialect dialect{.format = format};
  std::vector<std::string> sample = first_lines(file, format.member, hints.separator);
  FileFormat& found = dialect.format;
  if (schema != nullptr) dialect.numbers = schema->numbers;
  const std::vector<std::string>& missing_texts =
      schema == nullptr ? hints.missing_texts : schema->missing_texts;
  std::vector<std::string> rows = sample;
  std::erase_if(rows, [](const std::string& line) { return may_be_comment(line) || names_separator(line); });
  if (rows.empty()) rows = sample;
  found.separator = hints.separator.value_or(guess_separator(rows));
  found.width = usual_width(rows, found.separator);
  // A line of names above a single row that has one field more: R names rows, and not their column.
  if (rows.size() == 2 && count_fields(rows[1], found.separator) == found.width + 1 &&
      std::ranges::none_of(fields_of(rows[0], found.separator), looks_like_number))
    ++found.width;
  std::erase_if(sample,
                [&](const std::string& line) { return is_no_row(line, found.separator, found.width); });
  if (hints.thousands) dialect.numbers.thousands = *hints.thousands;
  if (hints.decimal) dialect.numbers.decimal = *hints.decimal;
  if (!hints.decimal && schema == nullptr && found.separator != ',' && !hints.thousands) {
    const DecimalCommas commas = count_decimal_commas(sample, found.separator);
    if (commas.certain > 0 && commas.points == 0) dialect.numbers.decimal = ',';
  }
  std::vector<Fields> fields;
  for (const std::string& line : sample) fields.push_back(fields_of(line, found.separator));
  dialect.first = fields.empty() ? Fields{} : fields[0];
  found.ends_in_separator = std::ssize(dialect.first) + 1 == found.width && fields.size() > 1 &&
                            std::all_of(fields.begin() + 1, fields.end(),
                                        [](const Fields& row) { return row.empty() || row.back().empty(); });
  const bool are_different =
      std::set<std::string>(dialect.first.begin(), dialect.first.end()).size() == dialect.first.size();
  const auto is_name = [&](const std::string& field) {
    std::int64_t number = 0;
    const bool is_number = parse_number(field, number);
    if (schema == nullptr) return !is_number && (hints.label == field || hints.types.contains(field));
    return !field.empty() && (!is_number || are_different) &&
           std::ranges::find(schema->columns, field, &TableColumn::name) != schema->columns.end();
  };
  if (hints.header) {
    found.header = *hints.header;
  } else if (schema != nullptr && schema->has_names()) {
    found.header = 2 * std::ranges::count_if(dialect.first, is_name) > std::ssize(dialect.first) ||
                   guess_header(fields, dialect.numbers, missing_texts);
  } else {
    found.header = guess_header(fields, dialect.numbers, missing_texts) ||
                   numbers_columns(fields, missing_texts) || std::ranges::any_of(dialect.first, is_name);
    dialect.guessed_header = found.header;
  }
  return dialect;
}

std::vector<NumberStyle> styles_with_thousands(const std::filesystem::path& file, const FileFormat& format,
                                               const TableHints& hints, const std::string& number) {
  std::vector<NumberStyle> styles(std::begin(with_thousands), std::end(with_thousands));
  const auto keep_styles_of = [&](std::string_view field) {
    float value = 0;
    if (looks_like_number(in_ascii(field)))
      std::erase_if(styles, [&](const NumberStyle& style) { return !parse_number(field, style, value); });
  };
  std::erase_if(styles, [&](const NumberStyle& style) {
    return hints.decimal.value_or(style.decimal) != style.decimal ||
           hints.thousands.value_or(style.thousands) != style.thousands;
  });
  keep_styles_of(number);
  for (const std::string& line : first_lines(file, format.member, format.separator)) {
    if (is_no_row(line, format.separator, format.width)) continue;
    FieldSplitter fields(line, format.separator);
    for (std::string_view field; !styles.empty() && fields.next(field);) keep_styles_of(field);
  }
  return styles;
}

}  // namespace sketchbench
