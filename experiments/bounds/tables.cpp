#include "experiments/bounds/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/count_sketch_bounds.hpp>
#include <sketchbench/report/figure/palette.hpp>
#include <sketchbench/report/missing_runs.hpp>
#include <sketchbench/report/results/result_figure.hpp>
#include <sketchbench/report/results/result_table.hpp>
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

/// How many times its bound the value is that decided: the exact one, where a formula gives it, as the
/// largest of many measured ones is too large by what it scatters.
double ratio_to_show(const BoundCheck& check) {
  const std::optional<double> exact = check.decisive ? check.decisive->exact_ratio() : std::nullopt;
  return exact ? *exact : check.worst_ratio.value_or(0);
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
      worst = std::max(worst, ratio_to_show(*check));
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

/// What a cell's record says of one statement.
struct CheckLine {
  const CheckedCell* cell;
  const LemmaStatement* statement;  ///< null for a cell without a record
  const BoundCheck* check;          ///< null where the record does not tell

  operator const RunGroup&() const { return *cell; }  // NOLINT: a line about a group of runs
};
using CheckLines = std::vector<CheckLine>;

CheckLines lines_of(const BoundsResults& results) {
  CheckLines lines;
  for (const CheckedCell& cell : results.cells) {
    if (cell.checks.empty()) lines.push_back({&cell, nullptr, nullptr});
    if (!cell.checks.empty())
      for (const LemmaStatement& statement : lemma_statements())
        lines.push_back({&cell, &statement, cell.find(statement.lemma, statement.quantity)});
  }
  return lines;
}

/// For claims.
RowCheck check_of(const CheckLine& line) {
  const CheckedCell& cell = *line.cell;
  RowCheck check{.title =
                     fmt::format("{}, p = {}, D = {}", points_title(cell), cell.degree, with_commas(cell.D))};
  if (line.check != nullptr && line.check->decisive) {
    check.level = cell.level;
    // Of a largest value only what was seen is known; of what was never seen, not how often it might be.
    const Comparison& decisive = *line.check->decisive;
    check.confirmable = decisive.high && (decisive.measured > 0 || decisive.low.value_or(0) < 0);
    if (decisive.high && !check.confirmable) check.remark = "no draw came as far as the bound speaks of";
  } else if (!cell.done.empty()) {
    check.skipped = line.check != nullptr;
    check.remark = line.check == nullptr ? "the record does not tell" : line.check->remark;
  }
  return check;
}

/// For programs: "adult", "uniform[d=500]".
std::string points_label(const RunGroup& group) {
  return group.dataset.d > 0 ? fmt::format("{}[d={}]", group.dataset_label, group.dataset.d)
                             : group.dataset_label;
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
  return [of](const CheckLine& line) {
    return line.statement != nullptr ? std::invoke(of, *line.statement) : std::string();
  };
}

/// About the pair of points that decided.
template <class Of>
auto of_decisive(Of of) {
  return of_check([of](const BoundCheck& check) {
    return check.decisive ? Value(std::invoke(of, *check.decisive)) : Value(Sample());
  });
}

/// In units of the bound, or as it is where that is 0. For claims an end that says nothing is where it was
/// measured: of a largest value only what was seen is known.
Value share_of(const Comparison& comparison) {
  const double unit = comparison.bound > 0 ? comparison.bound : 1, measured = comparison.measured;
  Value share(MeanInterval{measured / unit, comparison.low.value_or(measured) / unit,
                           comparison.high.value_or(measured) / unit});
  if (comparison.low) share.low = *comparison.low / unit;
  if (comparison.high) share.high = *comparison.high / unit;
  return share;
}

/// The exact value of what is bounded, in units of the bound: no draw is in it.
Value exact_share_of(const Comparison& comparison) {
  const std::optional<double> share = comparison.exact_ratio();
  return share ? Value(MeanInterval{*share, *share, *share}) : Value(Sample());
}

/// The words that the statements have in one place.
std::vector<std::string> words_of(std::string LemmaStatement::*part) {
  std::vector<std::string> words;
  for (const LemmaStatement& statement : lemma_statements()) words.push_back(statement.*part);
  return words;
}

/// For "bias" the unit of bound, measured value and interval is the estimates' standard deviation and the
/// bound 0.
const Quantities<CheckLine>& quantities() {
  using Line = CheckLine;
  constexpr Form digits = Form::three_digits;
  static const Quantities<Line> all = {
      {{.key = "lemma", .words = words_of(&LemmaStatement::lemma)}, of_statement(&LemmaStatement::lemma)},
      {{.key = "dataset", .heading = {"Data set"}, .left = true},
       [](const Line& line) { return points_label(*line.cell); },
       [](const Line& line) { return one_line(points_title(*line.cell)); }},
      {{.key = "degree", .heading = {"p"}, .axis = "degree p", .form = Form::count, .is_linear = true},
       [](const Line& line) { return line.cell->degree; }},
      {{.key = "D", .heading = {"D"}, .form = Form::count}, [](const Line& line) { return line.cell->D; }},
      {{.key = "pairs", .form = Form::count}, of_check(&BoundCheck::pairs)},
      {{.key = "seeds", .form = Form::count},
       [](const Line& line) { return line.check != nullptr ? Value(line.cell->seeds) : Value(Sample()); }},
      {{.key = "quantity", .words = words_of(&LemmaStatement::quantity)},
       of_statement(&LemmaStatement::quantity)},
      {{.key = "bound", .heading = {"Bound"}, .form = digits}, of_decisive(&Comparison::bound)},
      {{.key = "measured", .heading = {"Measured"}, .form = digits}, of_decisive(&Comparison::measured)},
      {"low", of_decisive(&Comparison::low)},
      {"high", of_decisive(&Comparison::high)},
      {{.heading = {"Interval"}}, of_decisive(interval_text)},
      {{.heading = {"Exact"}, .form = digits}, of_decisive(&Comparison::exact)},
      {{.key = "bound_share", .axis = "variance / bound", .place = ColumnPlace::nowhere},
       of_decisive(share_of)},
      {{.key = "worst_ratio", .heading = {"Worst", "ratio"}, .form = digits},
       of_check(&BoundCheck::worst_ratio)},
      {{.key = "verdict", .heading = {"Verdict"}, .left = true},
       of_check([](const BoundCheck& check) { return name_of(check.verdict); }),
       [](const Line& line) {
         return line.check != nullptr ? verdict_cell(*line.cell, *line.check) : one_line("");
       }},
      {{.heading = {"Pair"}, .left = true, .tone = Tone::faint}, of_check([](const BoundCheck& check) {
         return check.decisive ? pair_text(*check.decisive) : check.remark;
       })},
      {"status", [](const Line& line) { return name_of(line.cell->status); }},
      {{.key = "exact_share", .form = digits}, of_decisive(exact_share_of)}};
  return all;
}

}  // namespace

Table bounds_overview(const BoundsResults& results) {
  Table table;
  table.caption = "Which lemmas hold";
  table.remarks = {
      "The number of cells (a data set and a D) with each verdict; where a lemma fails, the largest ratio "
      "to the bound, of exact values where a formula gives them, else of measured ones."};
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

ResultTable bounds_table(const BoundsResults& results) {
  const CheckLines lines = lines_of(results);
  ResultTable table = table_of_lines(lines, quantities());
  table.config = &results.config;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    table.rows[i].check = check_of(lines[i]);
    table.rows[i].in_csv = lines[i].statement == nullptr || lines[i].check != nullptr;
  }
  return table;
}

std::vector<Table> bounds_tables(const BoundsResults& results, const ResultTable& table) {
  const CheckLines lines = lines_of(results);
  std::vector<Table> tables;
  for (const LemmaStatement& statement : lemma_statements()) {
    const std::vector<std::size_t> places = places_where(
        lines, [&](const CheckLine& line) { return line.check != nullptr && line.statement == &statement; });
    if (!places.empty()) tables.push_back(table_of_quantities(with_rows(table, places), statement.text));
  }
  return tables;
}

namespace {

FigureSeries bound_series() {
  return {.key = reference_key,
          .label = "the bound",
          .kernel = "",
          .mark = Mark::level,
          .points = {{.x = 1, .y = 1, .low = {}, .high = {}, .records = {}}}};
}

/// A variance, or a bound, over that of Lemma 6 for x = y with coordinates that are all small: the sum of
/// x_i^4 vanishes beside |x|^4.
template <class Variance>
FigureSeries theory_series(const char* key, const char* label, const std::set<int>& degrees, Index D,
                           Variance variance) {
  FigureSeries series{.key = key, .label = label, .kernel = "", .mark = Mark::theory, .points = {}};
  const PairMoments flat{.inner = 1, .norm_x = 1, .norm_y = 1, .squares = 0};
  for (const int degree : degrees)
    series.points.push_back({.x = static_cast<double>(degree),
                             .y = variance(flat, degree) / lemma6_variance(flat, {.degree = degree}, D),
                             .low = {},
                             .high = {},
                             .records = {}});
  return series;
}

FigureSeries largest_exact_series(const std::set<int>& degrees, Index D) {
  return theory_series(reference_key, "exact, x = y without a dominant coordinate", degrees, D,
                       [D](const PairMoments& pair, int degree) {
                         return tensor_sketch_variance(pair, {.degree = degree}, D);
                       });
}

FigureSeries corrected_series(const std::set<int>& degrees, Index D) {
  return theory_series(
      "corrected bound", "the corrected bound, there", degrees, D,
      [D](const PairMoments& pair, int degree) { return corrected_variance_bound(pair, degree, D); });
}

std::string caption_of(const BoundsResults& results) {
  std::set<std::string> seeds;
  for (const CheckedCell& cell : results.cells)
    if (cell.seeds > 0) seeds.insert(with_commas(cell.seeds));
  return fmt::format(
      "Variance of Tensor Sketching's estimates over {} maps, divided by the bound of Lemma 3 (p = 1) or "
      "Lemma 6, for the pair of points of each data set that breaks the bound by most or comes nearest to "
      "it; above 1 the bound fails. Error bars: confidence intervals that hold for all pairs together; "
      "below, valid for any law. Dashed: the exact variance for x = y without a dominant coordinate, and "
      "above it the bound that holds in place of Lemma 6.",
      fmt::join(seeds, " or "));
}

}  // namespace

Figure bounds_figure(const BoundsResults& results, const ResultTable& table) {
  const CheckLines lines = lines_of(results);
  std::vector<std::size_t> places = places_where(lines, [](const CheckLine& line) {
    return line.check != nullptr && line.check->decisive && line.check->quantity == "variance" &&
           line.check->lemma == (line.cell->degree == 1 ? "3" : "6");
  });
  std::ranges::stable_sort(places, {}, [&](std::size_t place) { return lines[place].cell->D; });
  std::map<Index, std::set<int>> degrees;
  std::map<std::string, std::string> titles;  // by data set, of the one that has its look
  for (const std::size_t place : places) {
    const CheckedCell& cell = *lines[place].cell;
    degrees[cell.D].insert(cell.degree);
    titles.emplace(cell.dataset.name, points_title(cell));
  }
  Figure figure =
      result_figure(with_rows(table, places),
                    {.y = "bound_share",
                     .x = "degree",
                     .title = "Measured variance and the bounds of Lemmas 3 and 6",
                     .caption = caption_of(results),
                     .panel = [](const RunGroup& cell) { return fmt::format("D = {}", with_commas(cell.D)); },
                     .series = [&](const ResultRow& row) -> FigureSeries {
                       const std::string name = row.group->dataset.name, title = points_title(*row.group);
                       const bool has_look = titles.at(name) == title;
                       return {.key = has_look ? name : title,
                               .label = title,
                               .kernel = "",
                               .points = {},
                               .look = has_look ? row.group->facts.look : std::nullopt,
                               .behind = true};  // thin: they lie near to each other
                     },
                     .most_columns = 2});
  auto panel = figure.panels.begin();
  for (const auto& [D, of_panel] : degrees) {
    panel->series.push_back(largest_exact_series(of_panel, D));
    panel->series.push_back(corrected_series(of_panel, D));
    panel++->series.push_back(bound_series());
  }
  figure.missing = lines_about_missing_runs(results.config, pointers_to(results.cells));
  return figure;
}

}  // namespace sketchbench
