#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/csv.hpp>
#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/results/quantity.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

struct ResultRow {
  const RunGroup* group = nullptr;
  std::vector<Value> values;                    ///< of each quantity
  std::vector<std::optional<TableCell>> cells;  ///< Quantity::cell of each
};

/// What a configuration's runs have measured: a row for each group of runs, a column for each quantity.
/// Tables for people and programs, figures and exponents are made of it. Its groups must outlive it.
struct ResultTable {
  const Config* config = nullptr;
  std::vector<QuantityInfo> quantities;
  std::vector<ResultRow> rows;
  std::string csv;  ///< table.csv: what describes a group, D, and every quantity with a key

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

/// `rows` are groups of runs.
template <class Row>
ResultTable result_table(const Config& config, const std::vector<Row>& rows,
                         const Quantities<Row>& quantities) {
  ResultTable table{.config = &config,
                    .quantities = {quantities.begin(), quantities.end()},
                    .rows = {},
                    .csv = csv_table(group_columns(with_D(quantities), /*with_origins=*/true), rows)};
  for (const Row& row : rows) {
    ResultRow& made = table.rows.emplace_back(ResultRow{.group = &row, .values = {}, .cells = {}});
    for (const Quantity<Row>& quantity : quantities) {
      made.values.push_back(quantity.value(row));
      made.cells.push_back(quantity.cell && !row.done.empty() ? std::optional(quantity.cell(row))
                                                              : std::nullopt);
    }
  }
  return table;
}

/// For people: `main`, then the other quantities with a heading, and a number in some row. A row
/// without a record says its status in the column of `main`. `methods`: heading of the methods' column.
Table table_for_people(const ResultTable& table, std::string_view main, std::string methods);
/// The power of D that a quantity goes with, for each map with D enough for an interval; without rows where
/// there is none.
Table exponent_table(const ResultTable& table, std::string_view key, std::string_view caption);
/// A quantity against D, or against another one where `x` names it: a panel for each data set and kernel, a
/// curve for each method. `means`: what points and bars are. None where there is a single D.
std::optional<Figure> result_figure(const ResultTable& table, std::string_view y, std::string_view x,
                                    std::string_view means);

}  // namespace sketchbench
