#pragma once
#include <algorithm>
#include <memory>
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

/// Of a row that is a check by itself, as of a bound: what a claim about it takes over.
struct RowCheck {
  std::string title;        ///< of the case
  std::string unmet;        ///< which part of the statement's hypothesis the runs do not meet; empty: none
  std::string says_little;  ///< why the number decides nothing, whatever the hypothesis; empty where it may
  std::string remark;
  bool skipped = false;              ///< the statement is about nothing that was run
  bool refutable = true;             ///< ClaimSubject::refutable
  bool compares_hypothesis = false;  ///< `unmet` is looked at
  double level = 0;  ///< probability with which its interval misses; of all cases at most 0.05
};

struct ResultRow {
  const RunGroup* group = nullptr;
  std::vector<Value> values;                    ///< of each quantity; of no runs where there are none
  std::vector<std::optional<TableCell>> cells;  ///< Quantity::cell of each
  std::string curve = {};  ///< what the rows of one curve along D are called; empty: the data set
  std::optional<RowCheck> check = {};
};

/// What a configuration's runs have measured: a row for each group of runs, or for each line of what these
/// have shown, in the order of expand(); a column for each quantity. Tables for people and programs, figures,
/// exponents and claims are made of it.
struct ResultTable {
  const Config* config = nullptr;  ///< null for lines of no configuration
  std::vector<QuantityInfo> quantities = {};
  std::vector<ResultRow> rows = {};
  TextTable csv = {};  ///< table.csv: every quantity that has a place in it
  /// What the configuration and the groups are in; null: they outlive the table.
  std::shared_ptr<const void> owner = nullptr;

  /// The place of a quantity. InputError, with the nearest key, where there is none of that one.
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

/// The same of results that it owns, with their configuration in `config`.
template <class Results, class Row, class Of>
ResultTable owned_result_table(std::shared_ptr<const Results> results, const std::vector<Row>& rows,
                               const Quantities<Of>& quantities) {
  ResultTable table = result_table(results->config, rows, quantities);
  table.owner = std::move(results);
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
