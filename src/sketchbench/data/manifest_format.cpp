#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include <sketchbench/data/manifest_parts.hpp>
#include <sketchbench/data/read/infer_table.hpp>

#include <sketchbench/core/json.hpp>

namespace sketchbench {
namespace {

/// Whether a label is still what the manifest says: whole numbers exactly, others as near as can be.
bool is_held(const Json& number, float label) {
  constexpr double exact = 9007199254740992;  // 2^53: below it a double is what was written
  const double value = number.get<double>();
  if (!std::isfinite(label)) return false;
  return value != std::floor(value) || (std::abs(value) < exact && static_cast<double>(label) == value);
}

std::vector<float> labels(StrictObject& object, std::string_view key) {
  const Json& list = object.raw(key);
  std::vector<float> result;
  if (list.is_array())
    for (const Json& item : list)
      if (item.is_number()) result.push_back(item.get<float>());
  if (!list.is_array() || result.size() != list.size()) object.fail(key, "a list [...] of numbers");
  for (std::size_t i = 0; i < result.size(); ++i)
    if (!is_held(list[i], result[i])) object.fail(key, "numbers that single precision holds");
  return result;
}

/// "label": a word, or the number of its column.
void read_label_column(StrictObject& format, FileFormat& result) {
  using Label = FileFormat::Label;
  if (format.has("label") && format.raw("label").is_number()) {
    result.label = Label::column;
    result.label_column = format.integer("label", 0, max_columns);
    return;
  }
  result.label = choose(format, "label",
                        std::array{Choice<Label>{"none", Label::none}, Choice<Label>{"first", Label::first},
                                   Choice<Label>{"last", Label::last}, Choice<Label>{"only", Label::only}});
}

/// A column is a label, ignored or a feature.
void check_roles(StrictObject& format, const FileFormat& result) {
  if (!result.ignore.empty() && result.ignore.front().first < result.ignore_first)
    format.fail("ignore", fmt::format("columns behind the first {}, which \"ignore_first\" ignores already",
                                      result.ignore_first));
  if (result.label != FileFormat::Label::column) return;
  bool ignored = result.label_column < result.ignore_first;
  for (const auto& [first, last] : result.ignore)
    ignored = ignored || (first <= result.label_column && result.label_column <= last);
  if (ignored) format.fail("label", "a column that is not ignored");
}

char sign_or(StrictObject& format, std::string_view key, char fallback) {
  if (!format.has(key)) return fallback;
  const std::string text = format.text(key);
  if (text.size() != 1) format.fail(key, "a single character");
  return text[0];
}

/// "columns": types, or the values of a category, by name or number.
void read_columns(StrictObject& format, TableHints& hints) {
  if (!format.has("columns")) return;
  const Json& columns = format.raw("columns");
  constexpr std::string_view expected =
      "{column: \"number\", \"boolean\", \"category\", \"ignored\" or a list of a category's values}";
  if (!columns.is_object()) format.fail("columns", expected);
  for (const auto& [column, what] : columns.items()) {
    if (what.is_array()) {
      const auto is_text = [](const Json& value) { return value.is_string(); };
      if (what.empty() || !std::ranges::all_of(what, is_text)) format.fail("columns", expected);
      hints.types[column] = TableColumn::Type::category;
      hints.values[column] = what.get<std::vector<std::string>>();
      continue;
    }
    const auto type = parse_column_type(what.is_string() ? what.get<std::string>() : "");
    if (!type || *type == TableColumn::Type::label) format.fail("columns", expected);
    hints.types[column] = *type;
  }
}

std::vector<std::string> texts(StrictObject& format, std::string_view key, std::size_t least) {
  const Json& list = format.raw(key);
  if (!list.is_array() || list.size() < least ||
      !std::ranges::all_of(list, [](const Json& value) { return value.is_string(); }))
    format.fail(key, fmt::format("a list of {} texts", least == 1 ? "one or more" : "two or more"));
  return list.get<std::vector<std::string>>();
}

/// Of a table: of delimited text with "columns", or ARFF.
void read_table_format(StrictObject& format, FileFormat& result) {
  TableHints hints{.first_number = 0};
  if (format.has("label"))
    hints.label = format.raw("label").is_number() ? std::to_string(format.integer("label", 0, max_columns))
                                                  : format.text("label");
  read_columns(format, hints);
  if (format.has("classes")) hints.classes = texts(format, "classes", 2);
  if (format.has("missing")) hints.missing = parse_missing(format.place("missing"), format.text("missing"));
  if (format.has("missing_texts")) hints.missing_texts = texts(format, "missing_texts", 1);
  if (result.kind == FileFormat::Kind::delimited) {
    hints.separator = sign_or(format, "separator", ',');
    hints.header = format.boolean_or("header", false);
    hints.decimal = sign_or(format, "decimal", '.');
    if (format.has("thousands")) hints.thousands = sign_or(format, "thousands", ',');
  }
  result.hints = std::make_shared<TableHints>(std::move(hints));
}

}  // namespace

FileFormat parse_format(StrictObject format) {
  using Kind = FileFormat::Kind;
  FileFormat result;
  result.kind = choose(
      format, "kind",
      std::array{Choice<Kind>{"libsvm", Kind::libsvm}, Choice<Kind>{"idx_images", Kind::idx_images},
                 Choice<Kind>{"idx_labels", Kind::idx_labels}, Choice<Kind>{"delimited", Kind::delimited},
                 Choice<Kind>{"arff", Kind::arff}, Choice<Kind>{"npy", Kind::npy}});
  result.features = result.kind == Kind::libsvm ? format.integer("features", 1, max_columns)
                                                : format.integer_or("features", 0, 1, max_columns);
  result.rows = format.integer_or("rows", 0, 1, max_rows);
  if (result.kind == Kind::libsvm && format.has("index_from"))
    result.index_from = format.integer("index_from", 0, 1);
  if (format.has("labels")) result.labels = labels(format, "labels");
  if (result.kind == Kind::arff || (result.kind == Kind::delimited && format.has("columns"))) {
    read_table_format(format, result);
  } else if (result.kind == Kind::delimited) {
    result.separator = sign_or(format, "separator", ',');
    result.header = format.boolean_or("header", false);
    result.header_end = format.text_or("header_end", "");
    read_label_column(format, result);
    result.ignore_first = format.integer_or("ignore_first", 0, 0, max_columns);
    if (format.has("ignore")) result.ignore = parse_columns(format, "ignore");
    check_roles(format, result);
  } else if (result.kind == Kind::npy) {
    read_label_column(format, result);
  }
  result.member = format.text_or("member", "");
  result.members = format.text_or("members", "");
  if (!result.member.empty() && !result.members.empty())
    format.fail("members", "either \"member\" or \"members\"");
  if (!result.members.empty() && result.hints != nullptr)
    format.fail("members", "\"member\" in a table, whose columns are those of one file");
  format.finish();
  return result;
}

std::vector<std::pair<Index, Index>> parse_columns(StrictObject& object, std::string_view key) {
  const auto is_column = [](const Json& item) { return item.is_number_unsigned() && item < max_columns; };
  std::vector<std::pair<Index, Index>> ranges;
  const Json& list = object.raw(key);
  bool valid = list.is_array();
  for (const Json& item : valid ? list : Json::array()) {
    const bool pair = item.is_array() && item.size() == 2 && is_column(item[0]) && is_column(item[1]);
    valid = valid && (pair || is_column(item));
    if (!valid) break;
    const auto first = (pair ? item[0] : item).get<Index>(), last = (pair ? item[1] : item).get<Index>();
    valid = first <= last && (ranges.empty() || ranges.back().second < first);
    ranges.emplace_back(first, last);
  }
  if (!valid)
    object.fail(key, "a list of columns, from 0 and ascending: numbers and [first, last], both included");
  return ranges;
}

}  // namespace sketchbench
