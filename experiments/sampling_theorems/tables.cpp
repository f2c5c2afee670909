#include "experiments/sampling_theorems/tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/table_cells.hpp>

namespace sketchbench {
namespace {

constexpr TheoremVerdict worst_first[] = {TheoremVerdict::fails, TheoremVerdict::not_refuted,
                                          TheoremVerdict::holds, TheoremVerdict::hypothesis_not_met};

Tone tone_of(TheoremVerdict verdict) {
  switch (verdict) {
    case TheoremVerdict::holds:
    case TheoremVerdict::not_refuted:
      return Tone::good;
    case TheoremVerdict::fails:
      return Tone::bad;
    case TheoremVerdict::hypothesis_not_met:
      return Tone::faint;
  }
  return Tone::plain;
}

std::string number_text(std::optional<double> value) { return value ? fmt::format("{:.3g}", *value) : ""; }

bool is_of(const TheoremCheck& check, const TheoremQuantity& quantity) {
  return check.statement.theorem == quantity.theorem && check.statement.quantity == quantity.quantity;
}

/// The verdicts on one inequality, a line each, the worst first.
TableCell verdict_counts(const TheoremsResults& results, const TheoremQuantity& quantity) {
  TableCell lines;
  for (const TheoremVerdict verdict : worst_first) {
    int count = 0;
    CellLine line;
    for (const TheoremsCell& cell : results.cells) {
      if (!cell.theorems) continue;
      const auto here = std::ranges::count_if(cell.theorems->checks, [&](const TheoremCheck& check) {
        return is_of(check, quantity) && check.verdict() == verdict;
      });
      if (here > 0) line.results.push_back(cell.id());
      count += static_cast<int>(here);
    }
    if (count == 0) continue;
    line.left = {fmt::format("{}: {}", name_of(verdict), count), tone_of(verdict)};
    lines.push_back(std::move(line));
  }
  return lines.empty() ? one_line("") : lines;
}

/// The least slack of all where the hypothesis is met, and of all where it is not.
std::string least_slack(const TheoremsResults& results, const TheoremQuantity& quantity, bool met) {
  std::optional<double> least;
  for (const TheoremsCell& cell : results.cells) {
    if (!cell.theorems) continue;
    for (const TheoremCheck& check : cell.theorems->checks)
      if (const auto slack = check.slack(); is_of(check, quantity) && (check.applying > 0) == met && slack)
        least = std::min(least.value_or(*slack), *slack);
  }
  return number_text(least);
}

std::string met_text(const TheoremCheck& check) {
  if (check.applying == check.trials) return "yes";
  return check.applying == 0 ? "no" : fmt::format("in {} of {}", check.applying, check.trials);
}

std::string matrix_text(const TheoremStatement& statement) {
  if (!statement.s || statement.matrix == "quantised") return statement.matrix;
  const std::string s = fmt::format("s = {:.4g}", *statement.s);
  return statement.matrix.empty() ? s : fmt::format("{}, {}", statement.matrix, s);
}

TableCell verdict_cell(const TheoremsCell& cell, const TheoremCheck& check) {
  const TheoremVerdict verdict = check.verdict();
  const Index counted = check.applying > 0 ? check.applying : check.trials;
  std::string text(name_of(verdict));
  if (check.broken > 0)
    text += fmt::format("; beyond the bound in {} of {}", with_commas(check.broken), with_commas(counted));
  TableCell lines = number_cell(std::move(text), cell, tone_of(verdict));
  if (verdict == TheoremVerdict::not_refuted)
    lines.push_back({{fmt::format("probability at most {:.2g}, allowed {:.2g}", check.broken_share().high,
                                  *check.statement.allowed),
                      Tone::faint},
                     {},
                     {}});
  return lines;
}

std::vector<TableCell> check_row(const TheoremsCell& cell, const TheoremQuantity& quantity,
                                 const TheoremCheck& check) {
  std::vector<Text> details = {{check.statement.hypothesis, Tone::faint}};
  if (!check.decisive.at.empty()) details.push_back({check.decisive.at, Tone::faint});
  if (!check.remark.empty()) details.push_back({check.remark, Tone::faint});
  return {one_line(quantity.theorem),
          one_line(quantity.text),
          one_line(matrix_text(check.statement)),
          one_line(met_text(check)),
          one_line(number_text(check.decisive.bound)),
          one_line(number_text(check.decisive.measured)),
          one_line(number_text(check.slack())),
          verdict_cell(cell, check),
          stacked(details)};
}

}  // namespace

Table theorems_overview(const TheoremsResults& results) {
  Table table;
  table.caption = "Which theorems hold";
  table.remarks = {
      "How many cases have each verdict. A case is a data set and a kernel, for Theorems 1 to 4 with one "
      "kind of random matrix and one s, and all of its draws. Least slack: the smallest bound / measured of "
      "the cases where the hypothesis is met, and of those where it is not."};
  table.columns = {{{"Theorem"}, false},
                   {{"Inequality"}, false},
                   {{"Verdicts"}, false},
                   {{"Least slack"}, true},
                   {{"Hypothesis", "not met"}, true}};
  for (const TheoremQuantity& quantity : theorem_quantities())
    table.rows.push_back({one_line(quantity.theorem, Tone::strong), one_line(quantity.text),
                          verdict_counts(results, quantity), one_line(least_slack(results, quantity, true)),
                          one_line(least_slack(results, quantity, false), Tone::faint)});
  table.notes = table_notes(pointers_to(results.cells), Explanations::for_config(results.config));
  return table;
}

std::vector<Table> theorems_tables(const TheoremsResults& results) {
  std::vector<Table> tables;
  for (const TheoremsCell& cell : results.cells) {
    if (!cell.theorems) continue;
    Table table;
    table.caption = cell.title();
    table.remarks = {fmt::format(
        "{} training rows and {} unseen points; ‖K‖ = {:.4g}{}. s: for Theorems 1 to 4 one entry in s is "
        "kept, Theorem 5 rounds with it, and Theorem 6 projects to s dimensions.",
        with_commas(cell.theorems->rows), with_commas(cell.theorems->unseen), cell.theorems->kernel_norm,
        cell.theorems->sigma ? fmt::format(", σ of the kernel {:.4g}", *cell.theorems->sigma) : "")};
    table.columns = {{{"Theorem"}, false},
                     {{"Inequality"}, false},
                     {{"Matrix, s"}, false},
                     {{"Hypothesis", "met"}, false},
                     {{"Bound"}, true},
                     {{"Measured"}, true},
                     {{"Slack"}, true},
                     {{"Holds"}, false},
                     {{"Hypothesis, where"}, false}};
    for (const TheoremQuantity& quantity : theorem_quantities())
      for (const TheoremCheck& check : cell.theorems->checks)
        if (is_of(check, quantity)) table.rows.push_back(check_row(cell, quantity, check));
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace sketchbench
