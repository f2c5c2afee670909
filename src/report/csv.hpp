#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "report/measurements.hpp"
#include "report/run_groups.hpp"

namespace sketchbench {

/// A column of table.csv: its name, and what a row has there. Programs read the columns by name and place, so
/// new ones stand behind those that were there.
template <class Row>
struct CsvColumn {
  std::string name;
  std::function<std::string(const Row&)> field;  ///< empty where the row has no such number
};
template <class Row>
using CsvColumns = std::vector<CsvColumn<Row>>;

/// The fields joined by commas, with quotes where a field needs them, and the end of the line.
std::string csv_line(const std::vector<std::string>& fields);

/// The names, and a line for each row.
template <class Row>
std::string csv_table(const CsvColumns<Row>& columns, const std::vector<Row>& rows) {
  std::vector<std::string> fields;
  for (const CsvColumn<Row>& column : columns) fields.push_back(column.name);
  std::string text = csv_line(fields);
  for (const Row& row : rows) {
    fields.clear();
    for (const CsvColumn<Row>& column : columns) fields.push_back(column.field(row));
    text += csv_line(fields);
  }
  return text;
}

/// Dataset, degree, coef0 and method: how lines about groups of runs begin.
const CsvColumns<RunGroup>& first_group_columns();
/// The status, and what there is to be said of a kernel besides degree and coef0: how they end.
const CsvColumns<RunGroup>& last_group_columns();
/// "processor", "instruction_set", "revision": where a group's times come from; several values are joined by
/// "; ", and what no run of it says is empty.
const CsvColumns<RunGroup>& origin_columns();
/// CPU seconds by phase with the total's deviation, and the memory of the largest run: "map_s" to
/// "peak_rss_mb".
const CsvColumns<RunCosts>& cost_columns();

/// Puts the columns of a part of the rows (a base class) behind.
template <class Row, class Part>
void append_columns(CsvColumns<Row>& columns, const CsvColumns<Part>& more) {
  for (const CsvColumn<Part>& column : more) columns.push_back({column.name, column.field});
}

/// The columns of a table about groups of runs: `own` between the first and the last that all of them have.
template <class Row>
CsvColumns<Row> group_columns(const CsvColumns<Row>& own) {
  CsvColumns<Row> columns;
  append_columns(columns, first_group_columns());
  append_columns(columns, own);
  append_columns(columns, last_group_columns());
  return columns;
}

/// table.csv of rows about groups of runs: the columns, and behind all others where the times come from.
template <class Row>
std::string table_of_groups(CsvColumns<Row> columns, const std::vector<Row>& rows) {
  append_columns(columns, origin_columns());
  return csv_table(columns, rows);
}

/// With that many digits after the point; empty for none.
std::string csv_number(std::optional<double> value, int digits);
/// With that many significant digits, for numbers of any size; empty for none.
std::string csv_significant(std::optional<double> value, int digits);
/// The sample's mean; none without runs.
std::optional<double> mean_of(const Sample& sample);

}  // namespace sketchbench
