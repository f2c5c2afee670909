#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/measurements.hpp>
#include <sketchbench/report/results/quantity.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// The fields joined by commas, with quotes where a field needs them, and the end of the line.
std::string csv_line(const std::vector<std::string>& fields);

/// What table.csv has of a value, and of its spread where the quantity has one; nothing of a quantity without
/// a key.
void add_csv_headings(std::vector<std::string>& fields, const QuantityInfo& quantity);
void add_csv_fields(std::vector<std::string>& fields, const QuantityInfo& quantity, const Value& value);

/// The names, and a line for each row. Programs read the columns by name and place, so new ones stand behind
/// those that were there.
template <class Row>
std::string csv_table(const Quantities<Row>& columns, const std::vector<Row>& rows) {
  std::vector<std::string> fields;
  for (const Quantity<Row>& column : columns) add_csv_headings(fields, column);
  std::string text = csv_line(fields);
  for (const Row& row : rows) {
    fields.clear();
    for (const Quantity<Row>& column : columns)
      if (!column.key.empty()) add_csv_fields(fields, column, column.value(row));
    text += csv_line(fields);
  }
  return text;
}

/// Dataset, degree, coef0 and method: how lines about groups of runs begin.
const Quantities<RunGroup>& first_group_columns();
/// The status, and what there is to be said of a kernel besides degree and coef0: how they end.
const Quantities<RunGroup>& last_group_columns();
/// "processor", "instruction_set", "revision": where a group's times come from; several values are joined by
/// "; ", and what no run of it says is empty.
const Quantities<RunGroup>& origin_columns();
/// CPU seconds by phase with the total's deviation, and the memory of the largest run: "map_s" to
/// "peak_rss_mb".
const Quantities<RunCosts>& cost_columns();

/// The columns of a table about groups of runs: the quantities, by their places, and around them what all of
/// these tables have. `with_origins`: where the times come from, too.
template <class Row>
Quantities<Row> group_columns(const Quantities<Row>& own, bool with_origins = false) {
  Quantities<Row> columns(first_group_columns().begin(), first_group_columns().end());
  const auto add = [&](const auto& more) { columns.insert(columns.end(), more.begin(), more.end()); };
  const auto add_own = [&](ColumnPlace place) {
    for (const Quantity<Row>& quantity : own)
      if (quantity.place == place) columns.push_back(quantity);
  };
  add_own(ColumnPlace::usual);
  add(last_group_columns());
  add_own(ColumnPlace::behind_status);
  if (with_origins) add(origin_columns());
  add_own(ColumnPlace::last);
  return columns;
}

/// With that many digits after the point; empty for none.
std::string csv_number(std::optional<double> value, int digits);
/// With that many significant digits, for numbers of any size; empty for none.
std::string csv_significant(std::optional<double> value, int digits);
/// The sample's mean; none without runs.
std::optional<double> mean_of(const Sample& sample);

}  // namespace sketchbench
