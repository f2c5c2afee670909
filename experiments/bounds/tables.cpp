#include "experiments/bounds/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/table_cells.hpp>

namespace sketchbench {
namespace {

Tone tone_of(BoundVerdict verdict) {
  switch (verdict) {
    case BoundVerdict::holds:
      return Tone::good;
    case BoundVerdict::fails:
      return Tone::bad;
    case BoundVerdict::cannot_tell:
      return Tone::warning;
    case BoundVerdict::conditions_not_met:
      return Tone::faint;
  }
  return Tone::plain;
}

std::string number_text(std::optional<double> value) { return value ? fmt::format("{:.3g}", *value) : ""; }

std::set<int> degrees_of(const BoundsResults& results) {
  std::set<int> degrees;
  for (const CheckedCell& cell : results.cells) degrees.insert(cell.degree);
  return degrees;
}

/// The verdicts of one statement at one degree, a line each, the worst first.
TableCell verdict_counts(const BoundsResults& results, const LemmaStatement& statement, int degree) {
  constexpr BoundVerdict worst_first[] = {BoundVerdict::fails, BoundVerdict::cannot_tell, BoundVerdict::holds,
                                          BoundVerdict::conditions_not_met};
  TableCell lines;
  for (const BoundVerdict verdict : worst_first) {
    CellLine line;
    double worst = 0;
    for (const CheckedCell& cell : results.cells) {
      const BoundCheck* check = cell.find(statement.lemma, statement.quantity);
      if (cell.degree != degree || check == nullptr || check->verdict != verdict) continue;
      line.results.push_back(cell.id());
      worst = std::max(worst, check->worst_ratio.value_or(0));
    }
    if (line.results.empty()) continue;
    line.left = {fmt::format("{}: {}", words_of(verdict), line.results.size()), tone_of(verdict)};
    if (verdict == BoundVerdict::fails && worst > 0)
      line.right = {fmt::format("up to {:.3g}×", worst), Tone::bad};
    lines.push_back(std::move(line));
  }
  return lines.empty() ? one_line("") : lines;
}

std::string interval_text(const Comparison& comparison) {
  if (!comparison.low || !comparison.high) return "";
  return fmt::format("{} – {}", number_text(comparison.low), number_text(comparison.high));
}

std::string pair_text(const Comparison& comparison) {
  return comparison.at.empty() ? comparison.pair : fmt::format("{}; {}", comparison.pair, comparison.at);
}

TableCell verdict_cell(const CheckedCell& cell, const BoundCheck& check) {
  TableCell lines = one_line(std::string(words_of(check.verdict)), tone_of(check.verdict));
  lines[0].results = {cell.id()};
  if (check.failing > 0) lines[0].left.text += fmt::format(" for {} of {} pairs", check.failing, check.pairs);
  return lines;
}

bool knows_exact(const BoundsResults& results, const LemmaStatement& statement) {
  return std::any_of(results.cells.begin(), results.cells.end(), [&](const CheckedCell& cell) {
    const BoundCheck* check = cell.find(statement.lemma, statement.quantity);
    return check != nullptr && check->decisive && check->decisive->exact;
  });
}

std::vector<TableCell> check_row(const CheckedCell& cell, const BoundCheck& check, bool with_exact) {
  const Comparison nothing;
  const Comparison& shown = check.decisive ? *check.decisive : nothing;
  const auto number = [&](std::optional<double> value) {
    return one_line(check.decisive ? number_text(value) : "");
  };
  std::vector<TableCell> row = {one_line(points_title(cell)),  one_line(std::to_string(cell.degree)),
                                one_line(with_commas(cell.D)), number(shown.bound),
                                number(shown.measured),        one_line(interval_text(shown))};
  if (with_exact) row.push_back(number(shown.exact));
  row.push_back(one_line(number_text(check.worst_ratio)));
  row.push_back(verdict_cell(cell, check));
  row.push_back(one_line(check.decisive ? pair_text(shown) : check.remark, Tone::faint));
  return row;
}

}  // namespace

Table bounds_overview(const BoundsResults& results) {
  Table table;
  table.caption = "Which lemmas hold";
  table.remarks = {
      "The number of cells (a data set and a D) with each verdict; where a lemma fails, the largest ratio "
      "of measured value and bound."};
  table.columns = {{{"Statement"}, false}};
  const std::set<int> degrees = degrees_of(results);
  for (const int degree : degrees) table.columns.push_back({{fmt::format("p = {}", degree)}, false});
  for (const LemmaStatement& statement : lemma_statements()) {
    const auto colon = statement.text.find(": ");
    std::vector<TableCell> row = {stacked(
        {{statement.text.substr(0, colon), Tone::strong}, {statement.text.substr(colon + 2), Tone::plain}})};
    for (const int degree : degrees) row.push_back(verdict_counts(results, statement, degree));
    table.rows.push_back(std::move(row));
  }
  table.notes = table_notes(pointers_to(results.cells), Explanations::for_config(results.config));
  return table;
}

std::vector<Table> bounds_tables(const BoundsResults& results) {
  std::vector<Table> tables;
  for (const LemmaStatement& statement : lemma_statements()) {
    Table table;
    table.caption = statement.text;
    const bool with_exact = knows_exact(results, statement);
    table.columns = {{{"Data set"}, false}, {{"p"}, true},        {{"D"}, true},
                     {{"Bound"}, true},     {{"Measured"}, true}, {{"Interval"}, true}};
    if (with_exact) table.columns.push_back({{"Exact"}, true});
    table.columns.insert(table.columns.end(),
                         {{{"Worst", "ratio"}, true}, {{"Verdict"}, false}, {{"Pair"}, false}});
    for (const CheckedCell& cell : results.cells)
      if (const BoundCheck* check = cell.find(statement.lemma, statement.quantity))
        table.rows.push_back(check_row(cell, *check, with_exact));
    if (!table.rows.empty()) tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace sketchbench
