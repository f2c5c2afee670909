#include <sketchbench/data/read/infer_table.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <unordered_set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/table.hpp>
#include <sketchbench/data/read/table_dialect.hpp>
#include <sketchbench/data/read/table_text.hpp>

namespace sketchbench {
namespace {

using Type = TableColumn::Type;

}  // namespace

std::size_t find_column(const std::filesystem::path& file, const TableHints& hints, std::string_view option,
                        const std::string& name, const TableSchema& schema) {
  const std::vector<TableColumn>& columns = schema.columns;
  const auto found = std::ranges::find(columns, name, &TableColumn::name);
  if (!name.empty() && found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  const Index last = std::ssize(columns) - 1 + hints.first_number;
  std::int64_t number = 0;
  if (parse_number(name, number)) {
    if (number >= hints.first_number && number <= last)
      return static_cast<std::size_t>(number - hints.first_number);
    fail_input(file, 0,
               fmt::format("{} {}: the rows have columns {} to {}", option, name, hints.first_number, last));
  }
  if (!schema.has_names())
    fail_input(file, 0,
               fmt::format("{} {}: the columns have no names, expected a number from {} to {}", option,
                           in_quotes(name), hints.first_number, last));
  std::vector<std::string> names;
  for (const TableColumn& column : columns) names.push_back(column.name);
  const std::string near = nearest(name, names);
  fail_input(file, 0,
             fmt::format("{} {}: there is no such column, {}", option, in_quotes(name),
                         near.empty() ? fmt::format("expected one of {}", fmt::join(names, ", "))
                                      : fmt::format("did you mean {}?", in_quotes(near))));
}

namespace {

std::string_view option_of(Type type, const TableAdvice& advice) {
  if (advice.in_manifest) return "\"columns\"";
  if (type == Type::number) return "--weight-column";
  return type == Type::ignored ? "--ignore" : "--category";
}

/// What the hints say of each column.
std::vector<std::optional<Type>> declared_types(const std::filesystem::path& file, const TableHints& hints,
                                                const TableAdvice& advice, const TableSchema& schema) {
  std::vector<std::optional<Type>> declared(schema.columns.size());
  for (const auto& [name, type] : hints.types) {
    const std::size_t k = find_column(file, hints, option_of(type, advice), name, schema);
    if (declared[k] && declared[k] != type)
      fail_input(file, 0,
                 fmt::format("{} is named by {} and by {}, expected one of them",
                             name_of_column(k, schema.columns[k].name), option_of(*declared[k], advice),
                             option_of(type, advice)));
    declared[k] = type;
  }
  return declared;
}

/// The label's column, now of that type; none: there is no label.
std::optional<std::size_t> mark_label(const std::filesystem::path& file, const TableHints& hints,
                                      const TableAdvice& advice, TableSchema& schema) {
  const std::string label = hints.label.value_or("last");
  if (label == "none") return std::nullopt;
  std::vector<TableColumn>& columns = schema.columns;
  const auto is_used = [](const TableColumn& column) { return column.type != Type::ignored; };
  const bool is_name = std::ranges::find(columns, label, &TableColumn::name) != columns.end();
  std::size_t k = columns.size();
  if (!is_name && label == "first")
    k = static_cast<std::size_t>(std::ranges::find_if(columns, is_used) - columns.begin());
  else if (!is_name && label == "last")
    k = static_cast<std::size_t>(columns.rend() - std::find_if(columns.rbegin(), columns.rend(), is_used)) -
        1;
  else
    k = find_column(file, hints, advice.in_manifest ? "\"label\"" : "--label", label, schema);
  if (k >= columns.size() || !is_used(columns[k]))
    fail_input(file, 0, "the column of the label is left out or empty, expected another one");
  columns[k].type = Type::label;
  return k;
}

/// What a column has.
struct ColumnCount {
  std::size_t most_kept = 0;  ///< values of a column of numbers
  Index missing = 0, numbers = 0, booleans = 0, texts = 0, in_number_style = 0;
  bool may_number_rows = false;           ///< whole numbers from 0, in any order
  std::vector<std::int64_t> row_numbers;  ///< of as many rows as tell
  double sum = 0;
  long missing_line = 0, text_line = 0;  ///< the first
  std::string text;
  std::unordered_set<std::string> values;
  bool has_more = false;  ///< values that are not kept

  void take(std::string_view field, const NumberStyle& style, const std::vector<std::string>& missing_texts,
            long line) {
    if (is_missing(field, missing_texts)) {
      if (missing++ == 0) missing_line = line;
      return;
    }
    if (may_number_rows) take_row_number(field);
    float value = 0;
    if (parse_number(field, style, value)) {
      ++numbers;
      sum += static_cast<double>(value);
    } else {
      if (texts++ == 0) {
        text_line = line;
        text = field;
      }
      if (const std::optional<float> truth = parse_boolean(field)) {
        ++booleans;
        sum += static_cast<double>(*truth);
      }
      in_number_style += looks_like_number(in_ascii(field)) || has_unit(field) ? 1 : 0;
    }
    if (texts == 0 && values.size() >= most_kept)
      has_more = has_more || !values.contains(std::string(field));
    else
      values.emplace(field);
  }
  Index present() const { return numbers + texts; }
  void take_row_number(std::string_view field) {
    constexpr std::size_t enough = 1'000'000;
    std::int64_t number = 0;
    may_number_rows = parse_number(field, number) && number >= 0;
    if (row_numbers.size() < enough) row_numbers.push_back(number);
  }
  /// Whether it numbers the rows, some of them twice where tables were joined or rows drawn again.
  bool numbers_rows() {
    if (!may_number_rows || missing > 0) return false;
    const std::size_t all = row_numbers.size();
    std::ranges::sort(row_numbers);
    row_numbers.erase(std::unique(row_numbers.begin(), row_numbers.end()), row_numbers.end());
    return 2 * row_numbers.size() >= all;
  }
  /// Whether each row has a text of its own.
  bool names_rows() const { return missing == 0 && numbers == 0 && std::ssize(values) == texts; }
};

class TableInference {
 public:
  TableInference(const std::filesystem::path& file, const FileFormat& format, const TableHints& hints)
      : file_(file),
        hints_(hints),
        advice_{.in_manifest = !format.as_found},
        missing_(hints.missing.value_or(Missing::refuse)),
        dialect_(dialect_of(file, format, hints, nullptr)),
        schema_(std::make_shared<TableSchema>()) {}

  InferredTable infer() {
    make_columns();
    count();
    leave_out_columns();
    label_ = mark_label(file_, hints_, advice_, *schema_);
    for (std::size_t k = 0; k < schema_->columns.size(); ++k) decide(k);
    if (std::ranges::none_of(schema_->columns, [](const TableColumn& c) {
          return c.type != Type::label && c.type != Type::ignored;
        }))
      fail_input(file_, 1,
                 fmt::format("the row has {} column(s), expected a feature{}{}", schema_->columns.size(),
                             label_ ? " beside the label" : "", separator_advice()));
    schema_->missing = missing_;
    schema_->missing_texts = hints_.missing_texts;
    schema_->numbers = dialect_.numbers;
    const bool is_plain =
        schema_->is_numeric() && !dialect_.guessed_header && dialect_.numbers == NumberStyle{};
    if (!is_plain)
      notice(summary_of(*schema_) + (dialect_.guessed_header ? "; the first line has the names" : ""));
    InferredTable table{.format = dialect_.format, .notices = std::move(notices_)};
    table.format.schema = schema_;
    return table;
  }

 private:
  void make_columns() {
    schema_->columns.resize(static_cast<std::size_t>(dialect_.format.width));
    if (dialect_.format.header) {
      const std::vector<std::string> names = distinct_names(
          names_of_columns(dialect_.first, schema_->columns.size(), dialect_.format.ends_in_separator));
      if (names.size() != schema_->columns.size())
        fail_input(file_, 0,
                   fmt::format("the first line names {} columns, and rows have {}", names.size(),
                               schema_->columns.size()));
      for (std::size_t k = 0; k < names.size(); ++k) schema_->columns[k].name = names[k];
    }
    declared_ = declared_types(file_, hints_, advice_, *schema_);
    for (std::size_t k = 0; k < declared_.size(); ++k)
      if (declared_[k] == Type::ignored) schema_->columns[k].type = Type::ignored;
  }

  void count() {
    counts_.resize(schema_->columns.size());
    constexpr std::size_t kept_in_all = 200'000, most = 256, least = 4;
    for (std::size_t k = 0; k < counts_.size(); ++k)
      counts_[k].most_kept = declared_[k] == Type::category
                                 ? std::numeric_limits<std::size_t>::max()
                                 : std::clamp(kept_in_all / counts_.size(), least, most);
    for (std::size_t k = 0; k < counts_.size(); ++k)
      counts_[k].may_number_rows = is_index(schema_->columns[k].name);
    const std::unique_ptr<ByteStream> stream = open_byte_stream(file_, dialect_.format.member);
    LineReader lines(*stream);
    RecordReader records(lines, dialect_.format.separator, dialect_.format.width);
    bool awaits_header = dialect_.format.header;
    for (std::string_view line; records.next(line);) {
      if (is_no_row(line, dialect_.format.separator, dialect_.format.width)) continue;
      if (awaits_header) {
        awaits_header = false;
        continue;
      }
      if (rows_ == 0) first_row_ = lines.number();
      FieldSplitter fields(line, dialect_.format.separator);
      std::size_t k = 0;
      for (std::string_view field; fields.next(field); ++k)
        if (k < counts_.size() && schema_->columns[k].type != Type::ignored)
          counts_[k].take(field, dialect_.numbers, hints_.missing_texts, lines.number());
      if (k != counts_.size())
        lines.fail(
            fmt::format("the row has {} column(s), expected {}{}", k, counts_.size(),
                        rows_ == 0 ? "; what stands above a table is to be left out: tail -n +2" : ""));
      ++rows_;
    }
    if (rows_ == 0) fail_input(file_, 0, "the file is empty, expected at least one row");
    if (rows_ == 1 && !hints_.header && !advice_.in_manifest &&
        std::ranges::all_of(counts_, [](const ColumnCount& count) { return count.numbers == 0; }))
      fail_input(
          file_, 0,
          "the file has one line, of texts alone, which look like names of columns: expected rows below "
          "it (--no-header: it is a row)");
  }

  /// The column that is the label whatever its rows have: by the user's word, or as the last of the names.
  std::optional<std::size_t> meant_label() const {
    const std::vector<TableColumn>& columns = schema_->columns;
    const std::string label = hints_.label.value_or("last");
    const bool is_name = std::ranges::find(columns, label, &TableColumn::name) != columns.end();
    const std::string& last = columns.back().name;
    if (label == "none" || (label == "first" && !is_name)) return std::nullopt;
    if (label == "last" && !is_name)
      return last.empty() || is_unnamed(last) ? std::nullopt : std::optional(columns.size() - 1);
    return find_column(file_, hints_, advice_.in_manifest ? "\"label\"" : "--label", label, *schema_);
  }

  /// Columns without a value, such as that behind a separator at the end of every line, and the numbers or
  /// names of rows that exports put in front, under no name.
  void leave_out_columns() {
    const bool rows_have_names = dialect_.format.header && !dialect_.format.ends_in_separator &&
                                 dialect_.first.size() < counts_.size();
    const std::optional<std::size_t> label = meant_label();
    for (std::size_t k = 0; k < counts_.size(); ++k) {
      TableColumn& column = schema_->columns[k];
      if (declared_[k] || column.type == Type::ignored || label == k) continue;
      const std::string name = name_of_column(k, column.name);
      const bool numbers_rows = counts_[k].numbers_rows(),
                 names_rows = is_index(column.name) && counts_[k].names_rows();
      if (counts_[k].present() == 0) {
        column.type = Type::ignored;
        notice(fmt::format("{} is empty and left out", name));
      } else if (numbers_rows || names_rows || (k == 0 && rows_have_names)) {
        column.type = Type::ignored;
        notice(fmt::format("{} {} the rows and is left out", name, numbers_rows ? "numbers" : "names"));
      }
    }
  }

  void decide(std::size_t k) {
    TableColumn& column = schema_->columns[k];
    if (column.type == Type::ignored) return;
    const ColumnCount& count = counts_[k];
    const std::string name = name_of_column(k, column.name);
    if (column.type == Type::label) return decide_label(column, count, name);
    if (!declared_[k] && is_unnamed(column.name) && !advice_.in_manifest)
      notice(fmt::format("{} has no other name and is a feature; --ignore {} leaves it out", name,
                         in_quotes(column.name)));
    if (declared_[k])
      column.type = *declared_[k];
    else
      column.type = count.texts == 0                    ? Type::number
                    : count.booleans == count.present() ? Type::boolean
                                                        : Type::category;
    if (column.type == Type::number && count.texts > 0) fail_text(k, count, name);
    if (column.type == Type::boolean && count.texts > count.booleans) fail_text(k, count, name);
    if (column.type == Type::category) {
      if (!declared_[k]) require_categories(k, count, name);
      column.values = values_of(column.name, k, count);
      if (!declared_[k] && !advice_.in_manifest) note_categories(column, count, k);
    } else if (count.present() > 0) {
      column.mean = count.sum / static_cast<double>(count.present());
    }
    if (count.missing > 0 && missing_ == Missing::refuse)
      fail_input(
          file_, count.missing_line,
          fmt::format("{} has no value{}{}; {}", name,
                      count.missing == 1
                          ? ""
                          : fmt::format(", as in {} of {}", with_commas(count.missing), plural(rows_, "row")),
                      k == 0 ? header_advice(count.missing_line, count.missing) : "", advice_.for_missing()));
  }

  /// Of what no row should have, `times` in all, and a line of names may.
  std::string header_advice(long line, Index times) const {
    if (dialect_.format.header || line != first_row_ || times > 1) return "";
    if (advice_.in_manifest) return "; \"header\": true says that the first line has names";
    return hints_.header ? "" : "; --header says that the first line has names";
  }

  [[noreturn]] void fail_text(std::size_t k, const ColumnCount& count, const std::string& name) const {
    if (declared_[k] == Type::number && !advice_.in_manifest)  // nothing else on the command line declares it
      fail_input(
          file_, count.text_line,
          fmt::format(
              "the weight in {} is {}, expected a finite number of at least 0{}", name, in_quotes(count.text),
              looks_like_number(in_ascii(count.text)) && count.text.find_first_of(",' ") != std::string::npos
                  ? "; " + advice_.for_text(count.text, name)
                  : ""));
    fail_input(file_, count.text_line,
               fmt::format("{} is {}, expected {}{}; {}", name, in_quotes(count.text),
                           expected_number(count.text), header_advice(count.text_line, count.texts),
                           name.ends_with(fmt::format("({})", in_quotes(count.text)))
                               ? "a line that names the columns again is to be left out"
                               : advice_on_number(count.text, name)));
  }

  /// Other columns' numbers may tell what a sign in this one is.
  std::string advice_on_number(const std::string& text, const std::string& name) const {
    if (looks_like_number(in_ascii(text)))
      if (const auto styles = styles_with_thousands(file_, dialect_.format, hints_, text); styles.size() == 1)
        return advice_.for_style(styles.front());
    return advice_.for_text(text, name);
  }

  /// Whether all that is no number is one and the same text: such as "." for a missing value.
  bool is_only_text(const ColumnCount& count) const {
    return count.numbers > 0 && std::ranges::all_of(count.values, [&](const std::string& value) {
             float number = 0;
             return value == count.text || parse_number(value, dialect_.numbers, number);
           });
  }

  void require_categories(std::size_t k, const ColumnCount& count, const std::string& name) const {
    constexpr Index numbers_for_each_text = 9;
    constexpr std::size_t few = 20;
    if (count.has_more || count.numbers >= numbers_for_each_text * count.texts ||
        count.in_number_style == count.texts)
      fail_text(k, count, name);
    const bool are_too_many = count.values.size() > few && 2 * std::ssize(count.values) > count.present();
    if (are_too_many && is_only_text(count)) fail_text(k, count, name);
    if (are_too_many)
      fail_input(
          file_, count.text_line,
          fmt::format("{} is {}, and there are {} different texts in {} rows, too many for categories; {}",
                      name, in_quotes(count.text), with_commas(std::ssize(count.values)),
                      with_commas(count.present()),
                      advice_.for_text(has_unit(count.text) ? count.text : "", name)));
  }

  /// Of a column that becomes more features than one thinks of.
  void note_categories(const TableColumn& column, const ColumnCount& count, std::size_t k) {
    constexpr std::size_t few = 50;
    const bool has_dates = begins_with_date(count.text);
    if (!has_dates && column.values.size() <= few) return;
    notice(fmt::format("{} has {}, of which each becomes a feature, {} in all; --ignore {} leaves it out",
                       name_of_column(k, column.name), has_dates ? "dates" : "texts",
                       with_commas(column.features()),
                       column.name.empty() ? std::to_string(static_cast<Index>(k) + hints_.first_number)
                                           : in_quotes(column.name)));
  }

  /// Those that are declared, or all in the order of their bytes.
  std::vector<std::string> values_of(const std::string& name, std::size_t k, const ColumnCount& count) const {
    for (const std::string& key : {name, fmt::format("{}", static_cast<Index>(k) + hints_.first_number)})
      if (const auto declared = hints_.values.find(key); declared != hints_.values.end())
        return declared->second;
    std::vector<std::string> values(count.values.begin(), count.values.end());
    std::ranges::sort(values);
    return values;
  }

  void decide_label(TableColumn& column, const ColumnCount& count, const std::string& name) {
    if (count.present() == 0)
      fail_input(file_, count.missing_line,
                 fmt::format("the label in {} is missing, as in every row; {}", name,
                             advice_.in_manifest ? "\"label\" says which column has the label"
                                                 : "--label says which column has the label, or none"));
    if (count.missing > 0 && missing_ != Missing::drop)
      fail_input(file_, count.missing_line,
                 fmt::format("the label in {} is missing; {} drop leaves such rows out", name,
                             advice_.in_manifest ? "\"missing\":" : "--missing"));
    if (count.texts == 0) return;
    constexpr std::size_t few = 20;
    const bool looks_like_targets =
        count.in_number_style == count.texts ||
        (count.values.size() > few && 2 * std::ssize(count.values) > count.present()) || count.has_more;
    if (dialect_.format.task == Task::regression || looks_like_targets)
      fail_input(file_, count.text_line,
                 fmt::format("the label in {} is {}, expected {}{}", name, in_quotes(count.text),
                             expected_number(count.text),
                             looks_like_number(in_ascii(count.text)) || has_unit(count.text)
                                 ? "; " + advice_on_number(count.text, name)
                                 : header_advice(count.text_line, count.texts) + separator_advice()));
    column.values = hints_.classes.empty() ? values_of(column.name, *label_, count) : hints_.classes;
  }

  std::string separator_advice() const {
    return schema_->columns.size() == 1 && !advice_.in_manifest ? "; --separator says what parts columns"
                                                                : "";
  }

  void notice(const std::string& text) { notices_.push_back(fmt::format("{}: {}", file_.string(), text)); }

  const std::filesystem::path& file_;
  const TableHints& hints_;
  TableAdvice advice_;
  Missing missing_;
  Dialect dialect_;
  std::shared_ptr<TableSchema> schema_;
  std::vector<std::optional<Type>> declared_;
  std::vector<ColumnCount> counts_;
  std::optional<std::size_t> label_;
  std::vector<std::string> notices_;
  Index rows_ = 0;
  long first_row_ = 0;  ///< its line
};

}  // namespace

std::string summary_of(const TableSchema& schema) {
  std::map<Type, Index> of_type;
  Index values = 0;
  for (const TableColumn& column : schema.columns) {
    ++of_type[column.type];
    if (column.type == Type::category) values += column.features();
  }
  std::vector<std::string> parts;
  if (const Index n = of_type[Type::number]; n > 0) parts.push_back(fmt::format("{} of numbers", n));
  if (const Index n = of_type[Type::boolean]; n > 0) parts.push_back(fmt::format("{} of true and false", n));
  if (const Index n = of_type[Type::category]; n > 0)
    parts.push_back(fmt::format("{} of categories ({} in all)", n, values));
  if (parts.empty()) parts.emplace_back("none that is a feature");
  std::string text = fmt::format("columns: {}", fmt::join(parts, ", "));
  if (schema.numbers.decimal != '.')
    text += fmt::format(", with the decimal sign {}", schema.numbers.decimal);
  const TableColumn* const label = schema.label();
  if (label == nullptr) return text;
  text += "; the label is " +
          name_of_column(static_cast<std::size_t>(label - schema.columns.data()), label->name);
  constexpr std::size_t shown = 10;
  for (std::size_t i = 0; i < std::min(shown, label->values.size()); ++i)
    text += (i == 0 ? ": " : ", ") + label->values[i];
  return text + (label->values.size() > shown ? ", ..." : "");
}

void apply_hints(const std::filesystem::path& file, const TableHints& hints, const TableAdvice& advice,
                 TableSchema& schema) {
  const std::vector<std::optional<Type>> declared = declared_types(file, hints, advice, schema);
  for (std::size_t k = 0; k < declared.size(); ++k)
    if (declared[k]) schema.columns[k].type = *declared[k];
  mark_label(file, hints, advice, schema);
}

InferredTable infer_table(const std::filesystem::path& file, const FileFormat& format,
                          const TableHints& hints) {
  if (format.kind == FileFormat::Kind::arff) return infer_arff(file, format, hints);
  return TableInference(file, format, hints).infer();
}

namespace {

/// The label's column, from 0, in a file that has these names, or none, and so many columns; none: where
/// training had it.
std::optional<std::size_t> said_label(const std::filesystem::path& file, const TableHints& hints,
                                      const std::vector<std::string>& names, std::size_t width,
                                      const TableSchema& schema) {
  const std::string& label = *hints.label;
  if (names.empty() && !label.empty() && label == schema.label()->name) return std::nullopt;
  TableSchema columns;
  columns.columns.resize(names.empty() ? width : names.size());
  const bool by_number = names.empty() || !schema.has_names(),
             all_are_there = columns.columns.size() == schema.columns.size();
  const auto ignore = [&](auto column, auto first, auto last) {  // first and last are of those that are not
    for (; first != last && (first->type == Type::ignored || first->type == Type::label); ++first)
      if (first->type == Type::ignored) (column++)->type = Type::ignored;
  };
  for (std::size_t k = 0; k < names.size(); ++k) {
    columns.columns[k].name = names[k];
    const auto known = std::ranges::find(schema.columns, names[k], &TableColumn::name);
    if (known != schema.columns.end() && known->type == Type::ignored && known->name != label)
      columns.columns[k].type = Type::ignored;
  }
  if (by_number && all_are_there && label == "first")
    ignore(columns.columns.begin(), schema.columns.begin(), schema.columns.end());
  if (by_number && all_are_there && label == "last")
    ignore(columns.columns.rbegin(), schema.columns.rbegin(), schema.columns.rend());
  return mark_label(file, hints, {}, columns);
}

}  // namespace

FileFormat fit_format(const std::filesystem::path& file, const FileFormat& format, const TableHints& hints,
                      const TableSchema& schema) {
  FileFormat found = format;
  std::vector<std::string> names;
  if (format.kind == FileFormat::Kind::arff) {
    if (format.for_model && hints.label) names = names_in_arff(file);
  } else {
    const Dialect dialect = dialect_of(file, format, hints, &schema);
    found = dialect.format;
    if (found.header)
      names = distinct_names(
          names_of_columns(dialect.first, static_cast<std::size_t>(found.width), found.ends_in_separator));
  }
  if (!format.for_model || !hints.label) return found;  // names or places tell where the label is
  if (hints.label == "none") {
    found.label = FileFormat::Label::none;
  } else if (schema.label() != nullptr) {
    if (const auto k = said_label(file, hints, names, static_cast<std::size_t>(found.width), schema)) {
      found.label = FileFormat::Label::column;
      found.label_column = static_cast<Index>(*k);
    }
  }
  return found;
}

}  // namespace sketchbench
