#include "experiments/sampling_theorems/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include <sketchbench/core/text.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/missing_runs.hpp>
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

std::vector<CheckLine> lines_of(const TheoremsResults& results) {
  std::vector<CheckLine> lines;
  for (const TheoremsCell& cell : results.rows) {
    if (!cell.theorems) lines.push_back({&cell, nullptr});
    if (cell.theorems)
      for (const TheoremCheck& check : cell.theorems->checks) lines.push_back({&cell, &check});
  }
  return lines;
}

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

/// Whether more trials are beyond the bound than the theorem leaves room for.
bool is_broken(const TheoremCheck& check) {
  if (check.broken == 0) return false;
  return !check.statement.allowed || check.broken_share().low > *check.statement.allowed;
}

/// Whether so few draws beyond the bound show that the probability of one is no more than the theorem leaves.
bool is_shown(const TheoremCheck& check) {
  return !check.statement.allowed || check.broken_share().high <= *check.statement.allowed;
}

/// For claims.
RowCheck check_of(const CheckLine& line) {
  RowCheck check{.title = line.cell->title(), .compares_hypothesis = true};
  if (line.check == nullptr) return check;
  const TheoremCheck& found = *line.check;
  if (!found.statement.matrix.empty()) {
    check.title += ", " + found.statement.matrix;
    if (const double s = found.statement.s.value_or(1); s > 1) check.title += fmt::format(", s = {:g}", s);
  }
  check.refutable = is_broken(found);
  check.confirmable = is_shown(found);
  if (found.applying == 0) check.unmet = found.statement.hypothesis;
  // A theorem on values that are not trivial, for one, where all are.
  if (found.decisive.share() <= 0) check.says_little = "no value that the bound is about";
  if (found.broken > 0)
    check.remark = fmt::format("{} of {} draws are beyond the bound", found.broken,
                               found.applying > 0 ? found.applying : found.trials);
  if (found.statement.theorem == "Weyl") check.remark = found.decisive.at;
  if (!found.remark.empty()) check.remark += (check.remark.empty() ? "" : "; ") + found.remark;
  return check;
}

/// The words that the inequalities have in one place.
std::vector<std::string> words_of(std::string TheoremQuantity::*part) {
  std::vector<std::string> words;
  for (const TheoremQuantity& quantity : theorem_quantities()) words.push_back(quantity.*part);
  return words;
}

/// The bound with the mean variance of this line's matrix.
std::optional<double> sharp_bound(const CheckLine& line) {
  const TheoremStatement& own = line.check->statement;
  for (const TheoremCheck& other : line.cell->theorems->checks)
    if (other.statement.quantity == "mean variance" && other.statement.matrix == own.matrix &&
        other.statement.s == own.s)
      return other.decisive.bound;
  return std::nullopt;
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
      {{.key = "theorem", .heading = {"Theorem"}, .left = true, .words = words_of(&TheoremQuantity::theorem)},
       of_statement(&Statement::theorem)},
      {{.key = "quantity",
        .heading = {"Inequality"},
        .left = true,
        .words = words_of(&TheoremQuantity::quantity)},
       of_statement(&Statement::quantity),
       [](const Line& line) { return one_line(inequality_text(line.check->statement)); }},
      {{.key = "matrix", .heading = {"Matrix, s"}, .left = true},
       of_statement(&Statement::matrix),
       [](const Line& line) { return one_line(matrix_text(line.check->statement)); }},
      {{.key = "s", .axis = "s (an entry is kept with probability 1/s)"}, of_statement(&Statement::s)},
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
      // The largest of all draws over its bound: what was seen, without an interval.
      {{.key = "bound_share", .place = ColumnPlace::nowhere}, of_check([](const Check& check) {
         const double share = check.decisive.share();
         return MeanInterval{share, share, share};
       })},
      {{.key = "values", .axis = "‖E‖", .place = ColumnPlace::nowhere}, of_check(&Check::values)},
      {{.key = "sharp_bound", .place = ColumnPlace::nowhere},
       [](const Line& line) { return line.check != nullptr ? Value(sharp_bound(line)) : Value(Sample()); }},
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

ResultTable theorems_table(const TheoremsResults& results) {
  const std::vector<CheckLine> lines = lines_of(results);
  ResultTable table = table_of_lines(lines, group_columns(quantities()));
  table.config = &results.config;
  for (std::size_t i = 0; i < lines.size(); ++i) table.rows[i].check = check_of(lines[i]);
  return table;
}

std::vector<Table> theorems_tables(const TheoremsResults& results, const ResultTable& table) {
  const std::vector<CheckLine> lines = lines_of(results);
  std::vector<Table> tables;
  for (const TheoremsCell& cell : results.rows) {
    if (!cell.theorems) continue;
    std::vector<std::size_t> places;
    for (const TheoremQuantity& quantity : theorem_quantities())
      std::ranges::copy(places_where(lines,
                                     [&](const CheckLine& line) {
                                       return line.cell == &cell && is_of(*line.check, quantity);
                                     }),
                        std::back_inserter(places));
    Table& made = tables.emplace_back(table_of_quantities(with_rows(table, places), cell.title()));
    made.remarks = {fmt::format(
        "{} training rows and {} unseen points; ‖K‖ = {:.4g}{}. s: for Theorems 1 to 4 one entry in s is "
        "kept, Theorem 5 rounds with it, and Theorem 6 projects to s dimensions.",
        with_commas(cell.theorems->rows), with_commas(cell.theorems->unseen), cell.theorems->kernel_norm,
        cell.theorems->sigma ? fmt::format(", σ of the kernel {:.4g}", *cell.theorems->sigma) : "")};
  }
  return tables;
}

Figure theorems_figure(const TheoremsResults& results, const ResultTable& table) {
  // Theorem 1's own inequality; the matrix that is quantised alone ends a curve of its relatives.
  const std::string alone = name_of(Randomisation::quantised);
  const std::vector<CheckLine> lines = lines_of(results);
  std::vector<std::size_t> places = places_where(lines, [](const CheckLine& line) {
    return line.check != nullptr && line.check->statement.theorem == "1" &&
           line.check->statement.quantity == "largest variance";
  });
  std::ranges::stable_sort(places, {},
                           [&](std::size_t place) { return lines[place].check->statement.matrix == alone; });
  const std::size_t matrix = table.place_of("matrix");
  Figure figure = result_figure(
      with_rows(table, places),
      {.y = "values",
       .x = "s",
       .title = "The error of randomised Gram matrices and Theorem 1",
       .caption =
           "The spectral norm of E, the randomised Gram matrix less the Gram matrix, against s: an entry is "
           "kept with probability 1/s. Means over independent matrices, bars: one sample standard deviation "
           "to either side; s = 1 is the matrix that is quantised alone. Dashed: Theorem 1's bound 4σ√m, σ² "
           "the largest variance of an entry. Dotted: 4 times the least norm of a matrix with E's mean "
           "squared entry, within which the paper says that ‖E‖ is. Level: the norm of the Gram matrix "
           "itself.",
       .beside = {{.key = "bound", .label = [](const RunGroup&) { return "4σ√m"; }},
                  {.key = "sharp_bound", .label = [](const RunGroup&) { return "4‖E‖_F/√m"; }}},
       .series = [&](const ResultRow& row) -> FigureSeries {
         const std::string& name = row.values[matrix].words;
         const std::string key = name == alone ? name_of(Randomisation::sampled_signs) : name;
         return {.key = key, .label = key, .kernel = row.group->kernel.display(), .points = {}};
       },
       .most_columns = 2});
  for (const TheoremsCell& cell : results.rows)
    for (Panel& panel : figure.panels)
      if (cell.theorems && panel.title == cell.title())
        panel.series.push_back({.key = reference_key,
                                .label = "‖K‖",
                                .kernel = "",
                                .mark = Mark::level,
                                .points = {{.x = 1, .y = cell.theorems->kernel_norm, .records = {}}}});
  figure.missing = lines_about_missing_runs(results.config, pointers_to(results.rows));
  return figure;
}

TheoremsCell::TheoremsCell(RunGroup group) : RunGroup(std::move(group)) {
  if (!done.empty()) theorems = result_of<SamplingTheorems>(done.front());
}

std::string TheoremsCell::title() const { return fmt::format("{}, {}", dataset_title(), kernel.display()); }

}  // namespace sketchbench
