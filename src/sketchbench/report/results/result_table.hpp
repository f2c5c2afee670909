#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/csv.hpp>
#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/explanations.hpp>
#include <sketchbench/report/results/quantity.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

struct ResultRow {
  const RunGroup* group = nullptr;
  std::vector<Value> values;                    ///< of each quantity
  std::vector<std::optional<TableCell>> cells;  ///< Quantity::cell of each
};

/// What a configuration's runs have measured: a row for each group of runs, or for each line of what these
/// have shown, a column for each quantity. Tables for people and programs, figures and exponents are made of
/// it. Its groups must outlive it.
struct ResultTable {
  const Config* config = nullptr;  ///< null for lines of no configuration
  std::vector<QuantityInfo> quantities;
  std::vector<ResultRow> rows;
  TextTable csv;  ///< table.csv: every quantity with a key

  /// The place of a quantity. Error where there is none of that key.
  std::size_t place_of(std::string_view key) const;
  RunGroupPointers groups() const;
};

/// The quantities behind the number of features, which may stand among them itself.
template <class Row>
Quantities<Row> with_D(const Quantities<Row>& quantities) {
  if (std::ranges::find(quantities, "D", &Quantity<Row>::key) != quantities.end()) return quantities;
  Quantities<Row> all = {{{.key = "D", .form = Form::count}, [](const RunGroup& group) { return group.D; }}};
  all.insert(all.end(), quantities.begin(), quantities.end());
  return all;
}

/// `rows` convert to what the quantities are of, and to groups of runs. table.csv has the quantities and
/// nothing else.
template <class Row, class Of>
ResultTable table_of_lines(const std::vector<Row>& rows, const Quantities<Of>& quantities) {
  ResultTable table{.config = nullptr,
                    .quantities = {quantities.begin(), quantities.end()},
                    .rows = {},
                    .csv = csv_table(quantities, rows)};
  for (const Row& row : rows) {
    const RunGroup& group = row;
    ResultRow& made = table.rows.emplace_back(ResultRow{.group = &group, .values = {}, .cells = {}});
    for (const Quantity<Of>& quantity : quantities) {
      made.values.push_back(quantity.value(row));
      made.cells.push_back(quantity.cell && !group.done.empty() ? std::optional(quantity.cell(row))
                                                                : std::nullopt);
    }
  }
  return table;
}

/// table.csv also has what describes a group, and D.
template <class Row, class Of>
ResultTable result_table(const Config& config, const std::vector<Row>& rows,
                         const Quantities<Of>& quantities) {
  ResultTable table = table_of_lines(rows, quantities);
  table.config = &config;
  table.csv = csv_table(group_columns(with_D(quantities), /*with_origins=*/true), rows);
  return table;
}

/// For people: the quantities with a heading, and something to show in some row.
Table table_of_quantities(const ResultTable& table, std::string caption);
/// Likewise for groups of runs: what they are, `main`, the other quantities. A row without a record says its
/// status in the column of `main`. `methods`: heading of the methods' column.
/// `explanations`: of the notes below it; null: the configuration's.
Table table_for_people(const ResultTable& table, std::string_view main, std::string methods,
                       const Explanations* explanations = nullptr);
/// The power of D that a quantity goes with, for each map with D enough for an interval; without rows where
/// there is none. `points`: what it is fitted to, "mean errors".
Table exponent_table(const ResultTable& table, std::string_view key, std::string_view caption,
                     std::string_view points);

}  // namespace sketchbench
