#pragma once
#include <algorithm>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/harness/config/config.hpp>
#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/explanations.hpp>
#include <sketchbench/report/results/group_columns.hpp>
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
  bool confirmable = true;           ///< ClaimSubject::confirmable
  bool compares_hypothesis = false;  ///< `unmet` is looked at
  double level = 0;  ///< probability with which its interval misses; of all cases at most 0.05
};

struct ResultRow {
  const RunGroup* group = nullptr;              ///< null of a line about none
  std::vector<Value> values;                    ///< of each quantity; of no runs where there are none
  std::vector<std::optional<TableCell>> cells;  ///< Quantity::cell of each
  std::string curve = {};  ///< what the rows of one curve along D are called; empty: the data set
  std::optional<RowCheck> check = {};
  bool in_csv = true;  ///< otherwise claims alone ask for it
};

/// What a configuration's runs have measured: a row for each group of runs, or for each line of what these
/// have shown, in the order of expand(); a column for each quantity, whose values are found once. Tables for
/// people and programs (csv.hpp), figures, exponents, claims and what documents quote are made of it.
struct ResultTable {
  const Config* config = nullptr;  ///< null for lines of no configuration
  std::vector<QuantityInfo> quantities = {};
  std::vector<ResultRow> rows = {};
  /// What the configuration and the groups are in; null: they outlive the table.
  std::shared_ptr<const void> owner = nullptr;

  /// The place of a quantity. InputError, with the nearest key, where there is none of that one.
  std::size_t place_of(std::string_view key) const;
  RunGroupPointers groups() const;
};

/// Of rows that convert to what the quantities are of, and to groups of runs where they are about these.
template <class Row, class Of>
ResultTable table_of_lines(const std::vector<Row>& rows, const Quantities<Of>& quantities) {
  ResultTable table{.config = nullptr, .quantities = {quantities.begin(), quantities.end()}, .rows = {}};
  for (const Row& row : rows) {
    ResultRow& made = table.rows.emplace_back(ResultRow{.values = {}, .cells = {}});
    if constexpr (std::convertible_to<const Row&, const RunGroup&>)
      made.group = &static_cast<const RunGroup&>(row);
    const bool is_shown = made.group == nullptr || !made.group->done.empty();
    for (const Quantity<Of>& quantity : quantities) {
      made.values.push_back(quantity.value(row));
      made.cells.push_back(quantity.cell && is_shown ? std::optional(quantity.cell(row)) : std::nullopt);
    }
  }
  return table;
}

/// Below tables of a configuration whose times are not shown.
inline constexpr std::string_view untimed_note =
    "Without times: its cells were run beside other work, or on several machines.";

/// The quantities without any value of seconds.
template <class Of>
Quantities<Of> without_times(Quantities<Of> quantities) {
  for (Quantity<Of>& quantity : quantities)
    if (quantity.form == Form::seconds)
      quantity = {QuantityInfo(quantity), [](const Of&) { return Sample(); }};
  return quantities;
}

/// Of groups of runs: what describes these, where their times come from, and D stand in it too. Without times
/// where the configuration says so.
template <class Row, class Of>
ResultTable result_table(const Config& config, const std::vector<Row>& rows,
                         const Quantities<Of>& quantities) {
  Quantities<Of> own = config.times ? quantities : without_times(quantities);
  if (std::ranges::find(own, "D", &Quantity<Of>::key) == own.end())
    own.insert(own.begin(), Quantity<RunGroup>({.key = "D", .form = Form::count}, &RunGroup::D));
  ResultTable table = table_of_lines(rows, joined(group_columns(own), origin_columns()));
  table.config = &config;
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

/// The rows at these places alone, in this order.
ResultTable with_rows(const ResultTable& table, const std::vector<std::size_t>& places);

/// Where lines are of which that is true.
template <class Line, class Is>
std::vector<std::size_t> places_where(const std::vector<Line>& lines, Is is) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (is(lines[i])) places.push_back(i);
  return places;
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
