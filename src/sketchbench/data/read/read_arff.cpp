// ARFF, as WEKA and OpenML write it: attributes with names and types, then rows, dense or sparse.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <memory>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/data/read/formats.hpp>
#include <sketchbench/data/read/infer_table.hpp>
#include <sketchbench/data/read/number.hpp>
#include <sketchbench/data/read/table.hpp>
#include <sketchbench/data/read/table_text.hpp>

namespace sketchbench {
namespace {

using Type = TableColumn::Type;

/// As WEKA writes them: 'it\'s'.
constexpr QuoteStyle quotes = {.quotes = "'\"", .has_escapes = true};

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Cuts a word, or a text in quotes, off the front.
std::string take_word(std::string_view& rest) {
  rest = trimmed(rest);
  if (!rest.empty() && quotes.quotes.find(rest.front()) != std::string_view::npos)
    if (const std::size_t close = closing_quote(rest, quotes); close != std::string_view::npos) {
      std::string word = without_escapes(rest.substr(1, close - 1), rest.front(), quotes);
      rest.remove_prefix(close + 1);
      return word;
    }
  const std::size_t end = std::min(rest.find_first_of(" \t{"), rest.size());
  const std::string word(rest.substr(0, end));
  rest.remove_prefix(end);
  return word;
}

/// One line "@attribute NAME TYPE" without its first word.
TableColumn parse_attribute(std::string_view rest, const LineReader& lines) {
  TableColumn column;
  column.name = take_word(rest);
  rest = trimmed(rest);
  if (column.name.empty() || rest.empty()) lines.fail("expected @attribute with a name and a type");
  if (rest.starts_with('{')) {
    const std::size_t close = rest.rfind('}');
    if (close == std::string_view::npos) lines.fail("the list of values has no end, expected }");
    FieldSplitter values(rest.substr(1, close - 1), ',', quotes);
    for (std::string_view value; values.next(value);) column.values.emplace_back(value);
    column.type = Type::category;
    return column;
  }
  rest = rest.substr(0, rest.find('%'));  // a comment may stand behind it
  const std::string type = in_lower_case(take_word(rest));
  if (type == "numeric" || type == "real" || type == "integer") return column;
  if (type != "string" && type != "date")
    lines.fail(
        fmt::format("the attribute {} is of type {}, expected numeric, real, integer, string, date or "
                    "a list of values {{...}}",
                    in_quotes(column.name), in_quotes(type)));
  column.type = Type::ignored;
  return column;
}

/// Reads up to @data.
std::vector<TableColumn> read_attributes(LineReader& lines) {
  std::vector<TableColumn> columns;
  for (std::string_view line; lines.next_of_header(line);) {
    line = trimmed(line);
    if (line.empty() || line.starts_with('%')) continue;
    const std::string keyword = in_lower_case(take_word(line));
    if (keyword == "@data") return columns;
    if (keyword == "@attribute") {
      columns.push_back(parse_attribute(line, lines));
    } else if (keyword != "@relation") {
      lines.fail(fmt::format("found {}, expected @relation, @attribute or @data", in_quotes(keyword)));
    }
  }
  lines.fail("the file ends without @data");
}

/// Calls take(column, field) for the fields of each row, then end_row(). Of a sparse row what is not written
/// is 0, or the first of an attribute's values.
void for_each_row(LineReader& lines, const std::vector<TableColumn>& columns,
                  const std::function<void(std::size_t column, std::string_view field)>& take,
                  const std::function<void()>& end_row, const std::function<void()>& skip) {
  std::vector<bool> is_written(columns.size());
  for (std::string_view line; lines.next_of_header(line);) {
    line = trimmed(line);
    if (line.empty() || line.starts_with('%')) {
      skip();
      continue;
    }
    if (!line.starts_with('{')) {
      // WEKA takes blanks for separators as well.
      FieldSplitter fields(line, line.find(',') == std::string_view::npos ? ' ' : ',', quotes);
      std::size_t k = 0;
      for (std::string_view field; fields.next(field); ++k) {
        if (k < columns.size()) take(k, field);
        if (k == columns.size() && field.starts_with('{'))
          lines.fail(
              fmt::format("the row has the weight {}, expected rows without; a column of weights is for "
                          "--weight-column",
                          in_quotes(field)));
      }
      if (k != columns.size())
        lines.fail(fmt::format("the row has {} value(s), expected {}", k, columns.size()));
      end_row();
      continue;
    }
    const std::size_t close = line.rfind('}');
    if (close == std::string_view::npos) lines.fail("the sparse row has no end, expected }");
    is_written.assign(columns.size(), false);
    std::string_view rest = trimmed(line.substr(1, close - 1));
    while (!rest.empty()) {
      std::int64_t k = 0;
      const std::string index = take_word(rest);
      if (!parse_number(index, k) || k < 0 || k >= std::ssize(columns))
        lines.fail(fmt::format("the sparse row has the index {}, expected 0 to {}", in_quotes(index),
                               columns.size() - 1));
      if (is_written[static_cast<std::size_t>(k)])
        lines.fail(fmt::format("the sparse row has the index {} twice", k));
      is_written[static_cast<std::size_t>(k)] = true;
      FieldSplitter fields(rest, ',', quotes);
      std::string_view field;
      const char* const end = rest.data() + rest.size();
      if (!fields.next(field)) lines.fail("the sparse row has an index without a value");
      take(static_cast<std::size_t>(k), field);
      rest = trimmed({fields.rest(), static_cast<std::size_t>(end - fields.rest())});
    }
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (!is_written[k] && columns[k].type != Type::ignored)
        take(k,
             columns[k].values.empty() ? std::string_view("0") : std::string_view(columns[k].values.front()));
    end_row();
  }
}

/// Whether a label of these values is a number.
bool are_numbers(const std::vector<std::string>& values) {
  return std::ranges::all_of(values, [](const std::string& text) {
    float value = 0;
    return parse_number(text, value);
  });
}

/// The means of numbers, and a refusal of missing values where they are to be refused.
void complete(TableSchema& schema, LineReader& lines, const std::vector<TableColumn>& columns,
              const TableAdvice& advice) {
  std::vector<double> sums(columns.size(), 0.0);
  std::vector<Index> counts(columns.size(), 0);
  for_each_row(
      lines, columns,
      [&](std::size_t k, std::string_view field) {
        const TableColumn& column = schema.columns[k];
        float value = 0;
        if (column.type == Type::number && parse_number(field, value)) {
          sums[k] += static_cast<double>(value);
          ++counts[k];
        } else if (schema.missing == Missing::refuse && column.features() > 0 &&
                   is_missing(field, schema.missing_texts) &&
                   std::ranges::find(column.values, field) == column.values.end()) {
          lines.fail(
              fmt::format("{} has no value; {}", name_of_column(k, column.name), advice.for_missing()));
        }
      },
      [] {}, [] {});
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (counts[k] > 0) schema.columns[k].mean = sums[k] / static_cast<double>(counts[k]);
}

}  // namespace

std::vector<std::string> names_in_arff(const std::filesystem::path& file) {
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file);
  LineReader lines(*stream);
  std::vector<std::string> names;
  for (TableColumn& attribute : read_attributes(lines)) names.push_back(std::move(attribute.name));
  return names;
}

InferredTable infer_arff(const std::filesystem::path& file, const FileFormat& format,
                         const TableHints& hints) {
  const std::unique_ptr<ByteStream> stream = open_byte_stream(file, format.member);
  LineReader lines(*stream);
  const std::vector<TableColumn> attributes = read_attributes(lines);
  const TableAdvice advice{.in_manifest = !format.as_found};
  auto schema = std::make_shared<TableSchema>();
  schema->columns = attributes;
  schema->missing = hints.missing.value_or(Missing::refuse);
  schema->missing_texts = hints.missing_texts;
  apply_hints(file, hints, advice, *schema);
  std::vector<std::string> notices;
  for (std::size_t k = 0; k < attributes.size(); ++k) {
    TableColumn& column = schema->columns[k];
    if (attributes[k].type == Type::ignored && column.type == Type::ignored)
      notices.push_back(fmt::format("{}: {} is of texts or dates and left out", file.string(),
                                    name_of_column(k, column.name)));
    if (const auto declared = hints.values.find(column.name); declared != hints.values.end())
      column.values = declared->second;
    if (column.type == Type::label && !hints.classes.empty()) column.values = hints.classes;
    if (column.type == Type::ignored || (column.type == Type::label && are_numbers(column.values)))
      column.values.clear();
    if (column.type == Type::label && !column.values.empty() && format.task == Task::regression)
      fail_input(file, 0,
                 fmt::format("the label in {} is one of {}, expected a number",
                             name_of_column(k, column.name), fmt::join(column.values, ", ")));
  }
  complete(*schema, lines, attributes, advice);
  if (!schema->is_numeric()) notices.push_back(fmt::format("{}: {}", file.string(), summary_of(*schema)));
  InferredTable table{.format = format, .notices = std::move(notices)};
  table.format.schema = std::move(schema);
  return table;
}

void read_arff(ByteStream& stream, const FileFormat& format, FileFindings& findings, const TakeRows& take) {
  LineReader lines(stream);
  const TableSchema& schema = *format.schema;
  const std::vector<TableColumn> attributes = read_attributes(lines);
  std::vector<std::string> names;
  for (const TableColumn& attribute : attributes) names.push_back(attribute.name);
  TableRows rows(schema,
                 schema.has_names() ? columns_by_name(names, schema, format, lines, findings)
                                    : columns_by_number(names.size(), schema, format, lines),
                 format, findings, take);
  for (long line = 0; line < lines.number(); ++line) findings.skipped.push_back(0);
  for_each_row(
      lines, attributes, [&](std::size_t k, std::string_view field) { rows.take(k, field, lines); },
      [&] { rows.end_row(); }, [&] { findings.skipped.push_back(rows.size()); });
  rows.finish();
}

}  // namespace sketchbench
