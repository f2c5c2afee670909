#include <sketchbench/report/results/csv.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <sketchbench/core/text.hpp>

namespace sketchbench {
namespace {

std::string quoted_if_needed(const std::string& field) {
  if (field.find_first_of(",\"\n\r") == std::string::npos) return field;
  return fmt::format("\"{}\"", replaced(field, "\"", "\"\""));
}

std::string number_text(const QuantityInfo& quantity, double value) {
  if (quantity.form == Form::count) return std::to_string(std::llround(value));
  return quantity.digits.decimals ? fmt::format("{:.{}f}", value, quantity.digits.count)
                                  : fmt::format("{:.{}g}", value, quantity.digits.count);
}

}  // namespace

std::string CsvColumn::name() const { return quantity->key + (is_spread ? "_std" : ""); }

std::optional<double> CsvColumn::number(const ResultRow& row) const {
  const Sample& sample = row.values[place].number;
  if (is_spread) return sample.std;
  return sample.n > 0 ? std::optional(sample.mean) : std::nullopt;
}

std::string CsvColumn::text(const ResultRow& row) const {
  if (const std::string& words = row.values[place].words; !is_spread && !words.empty()) return words;
  const auto value = number(row);
  return value ? number_text(*quantity, *value) : "";
}

std::vector<CsvColumn> csv_columns(const ResultTable& table) {
  std::vector<CsvColumn> columns;
  for (std::size_t i = 0; i < table.quantities.size(); ++i) {
    const QuantityInfo& quantity = table.quantities[i];
    if (quantity.key.empty() || quantity.place == ColumnPlace::nowhere) continue;
    const auto is_measured = [i](const ResultRow& row) { return !row.values[i].is_empty(); };
    if (quantity.only_where_measured && std::ranges::none_of(table.rows, is_measured)) continue;
    columns.push_back({&quantity, i});
    if (quantity.spread) columns.push_back({&quantity, i, /*is_spread=*/true});
  }
  std::ranges::stable_sort(columns, {}, [](const CsvColumn& column) {
    return std::pair(column.quantity->place, column.quantity->only_where_measured);
  });
  return columns;
}

std::string csv_text(const ResultTable& table) {
  const std::vector<CsvColumn> columns = csv_columns(table);
  std::string text;
  const auto add_line = [&](auto field_of) {
    for (const CsvColumn& column : columns)
      text += (&column == &columns.front() ? "" : ",") + quoted_if_needed(field_of(column));
    text += '\n';
  };
  add_line([](const CsvColumn& column) { return column.name(); });
  for (const ResultRow& row : table.rows)
    if (row.in_csv) add_line([&](const CsvColumn& column) { return column.text(row); });
  return text;
}

}  // namespace sketchbench
