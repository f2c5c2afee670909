#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/results/quantity.hpp>
#include <sketchbench/report/results/text_table.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

inline bool is_in_csv(const QuantityInfo& quantity) {
  return !quantity.key.empty() && quantity.place != ColumnPlace::nowhere;
}
/// What table.csv has of a value, and of its spread where the quantity has one.
void add_csv_headings(std::vector<std::string>& fields, const QuantityInfo& quantity);
void add_csv_fields(std::vector<std::string>& fields, const QuantityInfo& quantity, const Value& value);

/// The names, and a line for each row. Programs read the columns by name and place, so new ones stand behind
/// those that were there.
template <class Row, class Of>
TextTable csv_table(const Quantities<Of>& columns, const std::vector<Row>& rows) {
  TextTable table;
  for (const Quantity<Of>& column : columns) add_csv_headings(table.columns, column);
  for (const Row& row : rows) {
    std::vector<std::string>& fields = table.rows.emplace_back();
    for (const Quantity<Of>& column : columns)
      if (is_in_csv(column)) add_csv_fields(fields, column, column.value(row));
  }
  return table;
}

/// Dataset, degree, coef0 and method: how lines about groups of runs begin.
const Quantities<RunGroup>& first_group_columns();
/// The status, and what there is to be said of a kernel besides degree and coef0: how they end.
const Quantities<RunGroup>& last_group_columns();
/// "processor", "instruction_set", "revision": where a group's times come from; several values are joined by
/// "; ", and what no run of it says is empty.
const Quantities<RunGroup>& origin_columns();

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
