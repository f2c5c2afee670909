#include <sketchbench/data/read/table.hpp>

#include <fmt/format.h>

#include <fmt/ranges.h>
#include <utility>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/byte_stream.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/table_text.hpp>

namespace sketchbench {
namespace {

using ColumnType = TableColumn::Type;

constexpr std::string_view without_name = "Unnamed: ";

}  // namespace

std::string name_of_column(std::size_t number, std::string_view name) {
  return name.empty() ? fmt::format("column {}", number + 1)
                      : fmt::format("column {} ({})", number + 1, in_quotes(name));
}

std::string TableAdvice::for_missing() const {
  return in_manifest
             ? "\"missing\": \"mean\" or \"zero\" fills missing values, \"drop\" leaves such rows out"
             : "--missing mean or --missing zero fills missing values, --missing drop leaves such rows "
               "out";
}

std::string TableAdvice::for_text(std::string_view field, std::string_view column) const {
  const std::string plain = in_ascii(field);
  if (has_unit(field)) return "numbers stand without a unit here";
  // Of two signs the last one is of decimals: 1.234,5.
  const std::size_t decimal = plain.find_last_of(",."), thousands = plain.find_first_of(",.' ");
  if (looks_like_number(plain) && decimal != std::string::npos && plain[thousands] != plain[decimal])
    return for_style({.decimal = plain[decimal], .thousands = plain[thousands]});
  constexpr NumberStyle with_points{.decimal = ',', .thousands = '.'};
  float number = 0;
  if (decimal != std::string::npos && plain[decimal] == '.' && parse_number(plain, with_points, number))
    return for_style(with_points);
  if (plain != field && looks_like_number(plain))
    return fmt::format("its minus sign or blanks are not those of ASCII, expected {}", in_quotes(plain));
  const std::size_t comma = field.rfind(',');
  if (looks_like_number(field) && comma != std::string_view::npos)
    return in_manifest ? "\"decimal\": \",\" or \"thousands\": \",\" says what the comma is"
                       : "--decimal , or --thousands , says what the comma is";
  if (looks_like_number(field) && field.find_first_of(" '.") != std::string_view::npos)
    return in_manifest ? "\"thousands\" says which sign parts thousands"
                       : "--thousands says which sign parts thousands";
  std::string advice =
      in_manifest ? fmt::format("\"columns\" can say that {} is of type \"category\" or \"ignored\"", column)
      : for_model ? std::string("the model's rows had numbers there")
                  : fmt::format("--category says that {} has categories, --ignore leaves it out", column);
  if (!field.empty() && !looks_like_number(field))
    advice += fmt::format(", {} that {} stands for a missing value",
                          in_manifest ? "\"missing_texts\""
                          : for_model ? "--missing-text says"
                                      : "--missing-text",
                          in_quotes(field));
  return advice;
}

std::string TableAdvice::for_style(const NumberStyle& style) const {
  const auto [decimal, thousands] = style;
  if (in_manifest)
    return fmt::format("\"decimal\": \"{}\" and \"thousands\": \"{}\" say how it is written", decimal,
                       thousands);
  const bool is_of_shell = thousands == ' ' || thousands == '\'';
  return fmt::format("--decimal {} and --thousands {} say how it is written", decimal,
                     is_of_shell ? fmt::format("\"{}\"", thousands) : std::string(1, thousands));
}

std::vector<std::string> notices_of(const FileFindings& found, const TableSchema& schema,
                                    const std::filesystem::path& file) {
  std::vector<std::string> notices;
  const auto notice = [&](const std::string& text) {
    notices.push_back(fmt::format("{}: {}", file.string(), text));
  };
  if (found.filled > 0)
    notice(fmt::format("{} filled: with {}", plural(found.filled, "missing value"),
                       schema.missing == Missing::mean ? "the column's mean in training, or no category"
                                                       : "0, or no category"));
  if (found.dropped > 0)
    notice(fmt::format("{} with a missing value left out", plural(found.dropped, "row")));
  if (found.unseen > 0)
    notice(fmt::format("{} in {} that training did not have, taken for none; the first is {}",
                       plural(found.unseen, "category", "categories"), plural(found.unseen_rows, "row"),
                       found.unseen_example));
  if (found.unseen_labels > 0)
    notice(fmt::format("{} of a class that training did not have, counted as predicted wrongly",
                       plural(found.unseen_labels, "row")));
  if (!found.surplus.empty())
    notice(
        fmt::format("left out, since training did not have it: column {}", fmt::join(found.surplus, ", ")));
  return notices;
}

TableRows::TableRows(const TableSchema& schema, FieldColumns columns, const FileFormat& format,
                     FileFindings& findings, const TakeRows& take)
    : schema_(schema),
      columns_(std::move(columns)),
      format_(format),
      findings_(findings),
      advice_{.in_manifest = !format.as_found, .for_model = format.for_model},
      value_numbers_(schema.columns.size()),
      rounding_(format.as_found ? schema.columns.size() : 0),
      pieces_(take) {
  Index feature = 0;
  for (std::size_t k = 0; k < schema.columns.size(); ++k) {
    const TableColumn& column = schema.columns[k];
    first_feature_.push_back(feature);
    feature += column.features();
    for (std::size_t i = 0; i < column.values.size(); ++i)
      value_numbers_[k].emplace(column.values[i], static_cast<Index>(i));
  }
  data_.x.d = feature;
  if (format.label == FileFormat::Label::none)
    for (int& column : columns_)
      if (column >= 0 && schema.columns[static_cast<std::size_t>(column)].type == ColumnType::label)
        column = -1;
}

void TableRows::add(Index feature, float value) {
  if (value == 0.0f) return;
  ascends_ = ascends_ && (row_.empty() || row_.back().first < feature);
  row_.emplace_back(feature, value);
}

void TableRows::take(std::size_t field_number, std::string_view field, const LineReader& lines) {
  const int number = columns_[field_number];
  if (number < 0) return;
  const auto k = static_cast<std::size_t>(number);
  const TableColumn& column = schema_.columns[k];
  if (column.type == ColumnType::ignored) return;
  if (column.type == ColumnType::label) return take_label(field_number, field, lines);
  float value = 0;
  if (!schema_.missing_texts.empty() && is_missing(field, schema_.missing_texts))
    return take_missing(field_number, column, lines);
  if (column.type != ColumnType::category && parse_number(field, schema_.numbers, value)) {
    if (!rounding_.empty() && rounding_[k].is_narrow(value))
      rounding_[k].add(written_number(field, schema_.numbers, value), value);
    return add(first_feature_[k], value);
  }
  if (column.type == ColumnType::category) {
    const auto found = value_numbers_[k].find(field);
    if (found != value_numbers_[k].end()) return add(first_feature_[k] + found->second, 1);
  }
  if (is_missing(field)) return take_missing(field_number, column, lines);
  if (column.type == ColumnType::boolean)
    if (const std::optional<float> truth = parse_boolean(field)) return add(first_feature_[k], *truth);
  const std::string name = name_of_column(field_number, column.name);
  if (column.type == ColumnType::category && format_.drop_unseen) {
    ++unseen_;
    if (findings_.unseen_example.empty())
      findings_.unseen_example = fmt::format("{} of {}", in_quotes(field), name);
    return;
  }
  if (column.type == ColumnType::category)
    lines.fail(fmt::format("{} is {}, expected a category of training: {}", name, in_quotes(field),
                           fmt::join(column.values, ", ")));
  lines.fail(fmt::format("{} is {}, expected {}; {}", name, in_quotes(field),
                         column.type == ColumnType::boolean ? "true or false" : "a finite number",
                         advice_.for_text(field, name)));
}

void TableRows::take_missing(std::size_t field_number, const TableColumn& column, const LineReader& lines) {
  switch (schema_.missing) {
    case Missing::refuse:
      lines.fail(fmt::format("{} has no value; {}", name_of_column(field_number, column.name),
                             advice_.for_missing()));
    case Missing::drop:
      is_dropped_ = true;
      return;
    case Missing::mean:
      if (column.type != ColumnType::category)
        add(first_feature_[static_cast<std::size_t>(columns_[field_number])],
            format_.mark_missing ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(column.mean));
      break;
    case Missing::zero:
      break;
  }
  ++findings_.filled;
}

void TableRows::take_label(std::size_t field_number, std::string_view field, const LineReader& lines) {
  const auto k = static_cast<std::size_t>(columns_[field_number]);
  const TableColumn& column = schema_.columns[k];
  make_room(data_.y, 1, "a column of labels");
  auto known = value_numbers_[k].find(field);
  if (known == value_numbers_[k].end() && field.ends_with('.'))  // as UCI's adult.test has it
    known = value_numbers_[k].find(field.substr(0, field.size() - 1));
  if (known != value_numbers_[k].end()) {
    push_label(static_cast<float>(known->second), static_cast<double>(known->second));
    return;
  }
  const std::string name = name_of_column(field_number, column.name);
  if (is_missing(field, schema_.missing_texts)) {
    if (format_.may_lack_labels) {
      lacks_label_ = true;
      data_.y.push_back(std::numeric_limits<float>::quiet_NaN());
      return;
    }
    if (schema_.missing != Missing::drop)
      lines.fail(fmt::format("the label in {} is missing; {} drop leaves such rows out{}", name,
                             advice_.in_manifest ? "\"missing\":" : "--missing",
                             advice_.for_model ? ", --label none leaves all labels out" : ""));
    is_dropped_ = true;
    push_label(0, 0);
    return;
  }
  float label = 0;
  if (!column.values.empty()) {
    if (!format_.drop_unseen || !format_.as_found)
      lines.fail(fmt::format("the label in {} is {}, expected one of {}", name, in_quotes(field),
                             fmt::join(column.values, ", ")));
    ++findings_.unseen_labels;
    label = static_cast<float>(column.values.size());  // of no class: no prediction is this one
  } else if (!parse_number(field, schema_.numbers, label)) {
    lines.fail(
        fmt::format("the label in {} is {}, expected {}", name, in_quotes(field), expected_label(format_)));
  } else if (const std::string fault = label_fault(format_, field, label); !fault.empty()) {
    lines.fail(fmt::format("the label in {} {}", name, fault));
  }
  push_label(label, column.values.empty() ? written_number(field, schema_.numbers, label) : double{label});
}

void TableRows::push_label(float label, double written) {
  data_.y.push_back(label);
  if (format_.as_found && format_.task == Task::regression) findings_.targets.push_back(written);
}

void TableRows::finish() {
  for (std::size_t k = 0; k < rounding_.size(); ++k)
    if (rounding_[k].loss() > 0)
      findings_.rounded.push_back(text_of_rounding(rounding_[k], name_of_column(k, schema_.columns[k].name)));
  pieces_.hand_on();
}

void TableRows::end_row() {
  if (is_dropped_) {
    if (static_cast<Index>(data_.y.size()) > data_.x.size()) {
      data_.y.pop_back();
      if (!findings_.targets.empty()) findings_.targets.pop_back();
    }
    findings_.skipped.push_back(size());
    ++findings_.dropped;
  } else {
    if (!ascends_) std::ranges::sort(row_);
    data_.x.make_room(static_cast<Index>(row_.size()));
    for (const auto& [feature, value] : row_) data_.x.push(feature, value);
    data_.x.end_row();
    pieces_.end_row();
    findings_.unseen += unseen_;
    findings_.unseen_rows += unseen_ > 0 ? 1 : 0;
    findings_.missing_labels += lacks_label_ ? 1 : 0;
  }
  row_.clear();
  ascends_ = true;
  is_dropped_ = false;
  lacks_label_ = false;
  unseen_ = 0;
}

std::vector<std::string> names_of_columns(std::vector<std::string> first_line, std::size_t width,
                                          bool ends_in_separator) {
  if (first_line.size() + 1 == width)
    first_line.insert(ends_in_separator ? first_line.end() : first_line.begin(), "");
  return first_line;
}

std::vector<std::string> distinct_names(std::vector<std::string> names) {
  std::set<std::string> taken(names.begin(), names.end()), seen;
  for (std::size_t k = 0; k < names.size(); ++k) {
    std::string& name = names[k];
    if (name.empty())
      name = fmt::format("{}{}", without_name, k);
    else if (seen.insert(name).second)
      continue;
    const std::string same = name;
    for (int number = 1; !taken.insert(name).second; ++number) name = fmt::format("{}.{}", same, number);
  }
  return names;
}

bool is_unnamed(std::string_view name) { return name.starts_with(without_name); }

bool is_index(std::string_view name) {
  const std::string first = fmt::format("{}0", without_name);
  return name == first || name.starts_with(first + ".");
}

namespace {

/// Whether the user says which column of a file for a model has the label.
bool says_label(const FileFormat& format) {
  return format.for_model && format.label == FileFormat::Label::column;
}

}  // namespace

FieldColumns columns_by_name(const std::vector<std::string>& names, const TableSchema& schema,
                             const FileFormat& format, const LineReader& lines, FileFindings& findings) {
  FieldColumns columns;
  std::vector<bool> found(schema.columns.size(), false);
  const auto column_of = [&](const std::string& name) {
    return std::ranges::find(schema.columns, name, &TableColumn::name);
  };
  const std::vector<std::string> distinct = distinct_names(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = distinct[i];
    auto column = column_of(name);
    if (says_label(format) && static_cast<Index>(i) == format.label_column) {
      column = std::ranges::find(schema.columns, ColumnType::label, &TableColumn::type);
    } else if (says_label(format) && column != schema.columns.end() && column->type == ColumnType::label) {
      columns.push_back(-1);  // another column has the label this time
      continue;
    }
    if (names[i].empty() && column_of("") != schema.columns.end()) {  // a model's of before it had a name
      columns.push_back(-1);
      continue;
    }
    if (column == schema.columns.end()) {
      if (name != names[i] && !names[i].empty() && column_of(names[i]) != schema.columns.end())
        lines.fail(fmt::format("two columns are called {}, expected one", in_quotes(names[i])));
      columns.push_back(-1);
      findings.surplus.push_back(names[i].empty() ? fmt::format("{}", columns.size()) : in_quotes(name));
      continue;
    }
    const auto k = static_cast<std::size_t>(column - schema.columns.begin());
    found[k] = true;
    columns.push_back(static_cast<int>(k));
  }
  std::vector<std::string> missing;
  for (std::size_t k = 0; k < found.size(); ++k)
    if (!found[k] && schema.columns[k].features() > 0) missing.push_back(in_quotes(schema.columns[k].name));
  if (!missing.empty())
    lines.fail(
        fmt::format("{} {} missing, which training rows had{}", fmt::join(missing, ", "),
                    missing.size() == 1 ? "is" : "are",
                    says_label(format)
                        ? fmt::format("; --label takes {} for the label",
                                      name_of_column(static_cast<std::size_t>(format.label_column),
                                                     names.at(static_cast<std::size_t>(format.label_column))))
                        : ""));
  return columns;
}

FieldColumns columns_by_number(std::size_t width, const TableSchema& schema, const FileFormat& format,
                               const LineReader& lines) {
  const auto chosen = [&](bool with_ignored, bool with_label) {
    FieldColumns columns;
    int label = -1;
    for (std::size_t k = 0; k < schema.columns.size(); ++k) {
      const ColumnType type = schema.columns[k].type;
      const bool moves = type == ColumnType::label && says_label(format);
      if (moves) label = static_cast<int>(k);
      if (!moves && (type != ColumnType::label || with_label) &&
          (type != ColumnType::ignored || with_ignored))
        columns.push_back(static_cast<int>(k));
    }
    if (label >= 0 && format.label_column <= std::ssize(columns))
      columns.insert(columns.begin() + format.label_column, label);
    return columns;
  };
  const bool has_label = schema.label() != nullptr && !says_label(format);
  std::vector<std::string> ignored;
  for (std::size_t k = 0; k < schema.columns.size(); ++k)
    if (format.for_model && schema.columns[k].type == ColumnType::ignored)
      ignored.push_back(name_of_column(k, schema.columns[k].name));
  std::vector<FieldColumns> layouts = {chosen(true, true)};
  if (has_label) layouts.push_back(chosen(true, false));
  if (!ignored.empty() && (!has_label || format.label != FileFormat::Label::none))
    layouts.push_back(chosen(false, true));
  if (!ignored.empty() && has_label) layouts.push_back(chosen(false, false));
  const auto fits = [&](const FieldColumns& layout) { return layout.size() == width; };
  const auto fitting = std::ranges::find_if(layouts, fits);
  if (std::ranges::count_if(layouts, fits) == 1) return *fitting;
  const std::string left_out =
      fmt::format("{}, which training left out or took for weights", fmt::join(ignored, ", "));
  if (fitting != layouts.end())
    lines.fail(
        fmt::format("the row has {} column(s), one fewer than in training: either the label is missing, as "
                    "--label none says, or {}: --label first, last or a number then says which column has "
                    "the label",
                    width, left_out));
  const std::size_t all = layouts.front().size();
  lines.fail(
      fmt::format("the row has {} column(s), expected {}{} as in training{}{}", width, all,
                  has_label ? fmt::format(", or {} without the label,", all - 1) : "",
                  ignored.empty() ? "" : fmt::format(", or {} fewer without {}", ignored.size(), left_out),
                  says_label(format) ? "; --label none says that there is no label" : ""));
}

void read_table(ByteStream& stream, const TableSchema& schema, const FileFormat& format,
                FileFindings& findings, const TakeRows& take) {
  LineReader lines(stream);
  std::optional<TableRows> rows;
  std::size_t width = 0;
  RecordReader records(lines, format.separator, format.width);
  bool awaits_header = format.header;
  for (std::string_view line; records.next(line);) {
    if (is_no_row(line, format.separator, format.width)) {
      findings.skipped.push_back(rows ? rows->size() : 0);
      continue;
    }
    if (awaits_header) {
      awaits_header = false;
      findings.skipped.push_back(0);
      if (schema.has_names()) {
        std::vector<std::string> names;
        FieldSplitter fields(line, format.separator);
        for (std::string_view name; fields.next(name);) names.emplace_back(name);
        rows.emplace(schema,
                     columns_by_name(names_of_columns(names, static_cast<std::size_t>(format.width),
                                                      format.ends_in_separator),
                                     schema, format, lines, findings),
                     format, findings, take);
        width = rows->columns().size();
      }
      continue;
    }
    if (!rows) {
      rows.emplace(schema,
                   columns_by_number(static_cast<std::size_t>(count_fields(line, format.separator)), schema,
                                     format, lines),
                   format, findings, take);
      width = rows->columns().size();
    }
    FieldSplitter fields(line, format.separator);
    std::size_t number = 0;
    for (std::string_view field; number < width && fields.next(field); ++number)
      rows->take(number, field, lines);
    std::string_view surplus;
    if (number < width || fields.next(surplus))
      lines.fail(
          fmt::format("the row has {} column(s), expected {}", count_fields(line, format.separator), width));
    rows->end_row();
    for (Index more = records.further_lines(); more > 0; --more) findings.skipped.push_back(rows->size());
  }
  if (rows) rows->finish();
}

}  // namespace sketchbench
