#include "experiments/sampling_theorems/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/figure/panels.hpp>
#include <sketchbench/report/results/result_figure.hpp>
#include <sketchbench/report/results/result_table.hpp>
#include <sketchbench/report/table_cells.hpp>
#include "experiments/sampling_theorems/error_bounds.hpp"

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
    for (const TheoremsCell& cell : results.rows) {
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
  for (const TheoremsCell& cell : results.rows) {
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

/// What a cell's record says of one inequality.
struct CheckLine {
  const TheoremsCell* cell;
  const TheoremCheck* check;  ///< nullptr for a cell without a record

  operator const RunGroup&() const { return *cell; }  // NOLINT: a line about a group of runs
};

/// What only a cell with a record has.
template <class Of>
auto of_check(Of of) {
  return [of](const CheckLine& line) {
    return line.check != nullptr ? Value(std::invoke(of, *line.check)) : Value(Sample());
  };
}
template <class Of>
auto of_statement(Of of) {
  return of_check([of](const TheoremCheck& check) { return std::invoke(of, check.statement); });
}

std::string inequality_text(const TheoremStatement& statement) {
  for (const TheoremQuantity& quantity : theorem_quantities())
    if (quantity.theorem == statement.theorem && quantity.quantity == statement.quantity)
      return quantity.text;
  return statement.quantity;
}

TableCell details_cell(const TheoremCheck& check) {
  std::vector<Text> details;
  for (const std::string& text : {check.statement.hypothesis, check.decisive.at, check.remark})
    if (!text.empty() || details.empty()) details.push_back({text, Tone::faint});
  return stacked(details);
}

const Quantities<CheckLine>& quantities() {
  using Check = TheoremCheck;
  using Line = CheckLine;
  using Statement = TheoremStatement;
  constexpr Form digits = Form::three_digits;
  static const Quantities<Line> all = {
      {{.key = "theorem", .heading = {"Theorem"}, .left = true}, of_statement(&Statement::theorem)},
      {{.key = "quantity", .heading = {"Inequality"}, .left = true},
       of_statement(&Statement::quantity),
       [](const Line& line) { return one_line(inequality_text(line.check->statement)); }},
      {{.key = "matrix", .heading = {"Matrix, s"}, .left = true},
       of_statement(&Statement::matrix),
       [](const Line& line) { return one_line(matrix_text(line.check->statement)); }},
      {"s", of_statement(&Statement::s)},
      {"hypothesis", of_statement(&Statement::hypothesis)},
      {{.key = "hypothesis_met", .heading = {"Hypothesis", "met"}, .left = true},
       of_check([](const Check& check) { return check.applying > 0 ? "yes" : "no"; }),
       [](const Line& line) { return one_line(met_text(*line.check)); }},
      {{.key = "bound", .heading = {"Bound"}, .form = digits},
       of_check([](const Check& check) { return check.decisive.bound; })},
      {{.key = "measured", .heading = {"Measured"}, .form = digits},
       of_check([](const Check& check) { return check.decisive.measured; })},
      {{.key = "slack", .heading = {"Slack"}, .form = digits}, of_check(&Check::slack)},
      {{.key = "holds", .heading = {"Holds"}, .left = true},
       of_check([](const Check& check) { return name_of(check.verdict()); }),
       [](const Line& line) { return verdict_cell(*line.cell, *line.check); }},
      {{.key = "trials", .form = Form::count}, of_check(&Check::trials)},
      {{.key = "applying", .form = Form::count}, of_check(&Check::applying)},
      {{.key = "broken", .form = Form::count}, of_check(&Check::broken)},
      {"allowed", of_statement(&Statement::allowed)},
      for_people_alone<Line>({.heading = {"Hypothesis, where"}, .left = true},
                             [](const Line& line) { return details_cell(*line.check); })};
  return all;
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
  table.notes = table_notes(pointers_to(results.rows), Explanations::for_config(results.config));
  return table;
}

std::vector<Table> theorems_tables(const TheoremsResults& results) {
  std::vector<Table> tables;
  for (const TheoremsCell& cell : results.rows) {
    if (!cell.theorems) continue;
    std::vector<CheckLine> lines;
    for (const TheoremQuantity& quantity : theorem_quantities())
      for (const TheoremCheck& check : cell.theorems->checks)
        if (is_of(check, quantity)) lines.push_back({&cell, &check});
    Table table = table_of_quantities(table_of_lines(lines, quantities()), cell.title());
    table.remarks = {fmt::format(
        "{} training rows and {} unseen points; ‖K‖ = {:.4g}{}. s: for Theorems 1 to 4 one entry in s is "
        "kept, Theorem 5 rounds with it, and Theorem 6 projects to s dimensions.",
        with_commas(cell.theorems->rows), with_commas(cell.theorems->unseen), cell.theorems->kernel_norm,
        cell.theorems->sigma ? fmt::format(", σ of the kernel {:.4g}", *cell.theorems->sigma) : "")};
    tables.push_back(std::move(table));
  }
  return tables;
}

TextTable theorems_csv(const TheoremsResults& results) {
  std::vector<CheckLine> lines;
  for (const TheoremsCell& cell : results.rows) {
    if (!cell.theorems) lines.push_back({&cell, nullptr});
    if (cell.theorems)
      for (const TheoremCheck& check : cell.theorems->checks) lines.push_back({&cell, &check});
  }
  return csv_table(group_columns(quantities()), lines);
}

namespace {

/// Wigner's semicircle reaches to 2 sigma sqrt(m), half of Theorem 1's bound.
constexpr double semicircle_share = 0.5;

/// Theorem 1's own inequality for the matrices of one curve, by ascending s.
std::vector<const TheoremCheck*> norms_of(const TheoremsCell& cell, Randomisation how) {
  const std::string name = name_of(how), quantised = name_of(Randomisation::quantised);
  std::vector<const TheoremCheck*> checks;
  for (const TheoremCheck& check : cell.theorems->checks) {
    const TheoremStatement& statement = check.statement;
    if (statement.theorem != "1" || statement.quantity != "largest variance" || !statement.s) continue;
    if (statement.matrix == name || (how == Randomisation::sampled_signs && statement.matrix == quantised))
      checks.push_back(&check);
  }
  std::ranges::sort(checks, {}, [](const TheoremCheck* check) { return *check->statement.s; });
  return checks;
}

FigureSeries bound_series(const std::vector<const TheoremCheck*>& checks, Randomisation how, double share,
                          const char* label) {
  FigureSeries series{.key = name_of(how), .label = label, .kernel = "", .mark = Mark::theory, .points = {}};
  for (const TheoremCheck* check : checks)
    series.points.push_back(
        {.x = *check->statement.s, .y = share * check->decisive.bound, .low = {}, .high = {}, .records = {}});
  return series;
}

Panel panel_of(const TheoremsCell& cell) {
  Panel panel;
  panel.title = cell.title();
  panel.dataset = cell.dataset.name;
  panel.x = {.label = "s", .logarithmic = true, .low = {}, .high = {}};
  panel.y = {.label = "‖E‖", .logarithmic = true, .low = {}, .high = {}};
  double smallest = 0;
  for (const Randomisation how : {Randomisation::sparsified, Randomisation::sampled_signs}) {
    const auto checks = norms_of(cell, how);
    if (checks.empty()) continue;
    FigureSeries series{
        .key = name_of(how), .label = name_of(how), .kernel = cell.kernel.display(), .points = {}};
    for (const TheoremCheck* check : checks)
      series.points.push_back(
          drawn_point(point_with_deviation(*check->statement.s, sample_of(check->values)), cell, true));
    smallest = series.points.front().x;
    panel.series.push_back(std::move(series));
    panel.series.push_back(bound_series(checks, how, 1, "4σ√m"));
    panel.series.push_back(bound_series(checks, how, semicircle_share, "2σ√m"));
  }
  panel.series.push_back(
      {.key = reference_key, .label = "‖K‖", .kernel = "", .mark = Mark::level, .points = {}});
  panel.series.back().points.push_back(
      {.x = smallest, .y = cell.theorems->kernel_norm, .low = {}, .high = {}, .records = {}});
  return panel;
}

}  // namespace

Figure theorems_figure(const TheoremsResults& results) {
  std::vector<Panel> panels;
  for (const TheoremsCell& cell : results.rows)
    if (cell.theorems) panels.push_back(panel_of(cell));
  Figure figure = figure_of(results.config, pointers_to(results.rows), std::move(panels), 2);
  figure.title = "The error of randomised Gram matrices and Theorem 1";
  if (has_points(figure))
    figure.caption =
        "The spectral norm of E, the randomised Gram matrix less the Gram matrix, against s: an entry is "
        "kept with probability 1/s. Means over independent matrices, bars: one sample standard deviation to "
        "either side; s = 1 is the matrix that is quantised alone. Dashed: Theorem 1's bound 4σ√m, σ² the "
        "largest variance of an entry, and 2σ√m, which the semicircle law gives where all variances are σ². "
        "Level: the norm of the Gram matrix itself.";
  return figure;
}

TheoremsCell::TheoremsCell(RunGroup group) : RunGroup(std::move(group)) {
  if (!done.empty()) theorems = result_of<SamplingTheorems>(done.front());
}

std::string TheoremsCell::title() const { return fmt::format("{}, {}", dataset_title(), kernel.display()); }

}  // namespace sketchbench
