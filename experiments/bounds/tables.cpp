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

/// What a cell's record says of one statement.
struct CheckLine {
  const CheckedCell* cell;
  const BoundCheck* check;  ///< nullptr for a cell without a record

  operator const RunGroup&() const { return *cell; }  // NOLINT: a line about a group of runs
};

std::vector<CheckLine> lines_of(const BoundsResults& results) {
  std::vector<CheckLine> lines;
  for (const CheckedCell& cell : results.cells) {
    for (const BoundCheck& check : cell.checks) lines.push_back({&cell, &check});
    if (cell.checks.empty()) lines.push_back({&cell, nullptr});
  }
  return lines;
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

/// About the pair of points that decided.
template <class Of>
auto of_decisive(Of of) {
  return of_check([of](const BoundCheck& check) {
    return check.decisive ? Value(std::invoke(of, *check.decisive)) : Value(Sample());
  });
}

/// For "bias" the unit of bound, measured value and interval is the estimates' standard deviation and the
/// bound 0.
const Quantities<CheckLine>& quantities() {
  using Line = CheckLine;
  constexpr Form digits = Form::three_digits;
  static const Quantities<Line> all = {
      {"lemma", of_check(&BoundCheck::lemma)},
      {{.key = "dataset", .heading = {"Data set"}, .left = true},
       [](const Line& line) { return points_label(*line.cell); },
       [](const Line& line) { return one_line(points_title(*line.cell)); }},
      {{.key = "degree", .heading = {"p"}, .form = Form::count},
       [](const Line& line) { return line.cell->degree; }},
      {{.key = "D", .heading = {"D"}, .form = Form::count}, [](const Line& line) { return line.cell->D; }},
      {{.key = "pairs", .form = Form::count}, of_check(&BoundCheck::pairs)},
      {{.key = "seeds", .form = Form::count},
       [](const Line& line) { return line.check != nullptr ? Value(line.cell->seeds) : Value(Sample()); }},
      {"quantity", of_check(&BoundCheck::quantity)},
      {{.key = "bound", .heading = {"Bound"}, .form = digits}, of_decisive(&Comparison::bound)},
      {{.key = "measured", .heading = {"Measured"}, .form = digits}, of_decisive(&Comparison::measured)},
      {"low", of_decisive(&Comparison::low)},
      {"high", of_decisive(&Comparison::high)},
      {{.heading = {"Interval"}}, of_decisive(interval_text)},
      {{.heading = {"Exact"}, .form = digits}, of_decisive(&Comparison::exact)},
      {{.key = "worst_ratio", .heading = {"Worst", "ratio"}, .form = digits},
       of_check(&BoundCheck::worst_ratio)},
      {{.key = "verdict", .heading = {"Verdict"}, .left = true},
       of_check([](const BoundCheck& check) { return name_of(check.verdict); }),
       [](const Line& line) { return verdict_cell(*line.cell, *line.check); }},
      {{.heading = {"Pair"}, .left = true, .tone = Tone::faint}, of_check([](const BoundCheck& check) {
         return check.decisive ? pair_text(*check.decisive) : check.remark;
       })},
      {"status", [](const Line& line) { return name_of(line.cell->status); }}};
  return all;
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
    std::vector<CheckLine> lines = lines_of(results);
    std::erase_if(lines, [&](const CheckLine& line) {
      return line.check == nullptr || line.check->lemma != statement.lemma ||
             line.check->quantity != statement.quantity;
    });
    if (!lines.empty())
      tables.push_back(table_of_quantities(table_of_lines(lines, quantities()), statement.text));
  }
  return tables;
}

TextTable bounds_csv(const BoundsResults& results) { return csv_table(quantities(), lines_of(results)); }

namespace {

const BoundCheck* variance_check(const CheckedCell& cell) {
  return cell.find(cell.degree == 1 ? "3" : "6", "variance");
}

/// A data set has its own look by name; a second set of that name takes another.
std::string key_of(const CheckedCell& cell, std::map<std::string, std::string>& key_by_title,
                   std::set<std::string>& taken) {
  const std::string title = points_title(cell);
  if (const auto known = key_by_title.find(title); known != key_by_title.end()) return known->second;
  std::string key = cell.dataset.name;
  if (!taken.insert(key).second) key = title;
  return key_by_title[title] = key;
}

FigureSeries bound_series() {
  FigureSeries series{
      .key = reference_key, .label = "the bound", .kernel = "", .mark = Mark::level, .points = {}};
  series.points.push_back({.x = 1, .y = 1, .low = {}, .high = {}, .records = {}});
  return series;
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

FigurePoint point_of(const CheckedCell& cell, const Comparison& variance) {
  const auto over_bound = [&](const std::optional<double>& value) {
    return value ? std::optional(*value / variance.bound) : std::nullopt;
  };
  return {.x = static_cast<double>(cell.degree),
          .y = variance.ratio(),
          .low = over_bound(variance.low),
          .high = over_bound(variance.high),
          .records = {cell.done.front().id}};
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

Figure bounds_figure(const BoundsResults& results) {
  std::vector<Panel> panels;
  std::map<Index, std::vector<FigureSeries>> by_D;
  std::map<Index, std::set<int>> degrees;
  std::map<std::string, std::string> key_by_title;
  std::set<std::string> taken;
  for (const CheckedCell& cell : results.cells) {
    const BoundCheck* check = variance_check(cell);
    if (check == nullptr || !check->decisive) continue;
    std::vector<FigureSeries>& all = by_D[cell.D];
    const std::string title = points_title(cell);
    auto series =
        std::find_if(all.begin(), all.end(), [&](const FigureSeries& s) { return s.label == title; });
    if (series == all.end()) {
      std::string key = key_of(cell, key_by_title, taken);
      const std::optional<Look> look = key == cell.dataset.name ? cell.facts.look : std::nullopt;
      all.push_back({.key = std::move(key), .label = title, .kernel = "", .points = {}, .look = look});
      series = all.end() - 1;
    }
    series->points.push_back(point_of(cell, *check->decisive));
    degrees[cell.D].insert(cell.degree);
  }
  for (auto& [D, all] : by_D) {
    Panel panel;
    panel.title = fmt::format("D = {}", with_commas(D));
    panel.x.label = "degree p";
    panel.y = {.label = "variance / bound", .logarithmic = true, .low = {}, .high = {}};
    for (FigureSeries& series : all) {
      std::ranges::sort(series.points, {}, &FigurePoint::x);
      panel.series.push_back(std::move(series));
    }
    panel.series.push_back(largest_exact_series(degrees.at(D), D));
    panel.series.push_back(corrected_series(degrees.at(D), D));
    panel.series.push_back(bound_series());
    panels.push_back(std::move(panel));
  }
  Figure figure = figure_of(results.config, pointers_to(results.cells), std::move(panels), 2);
  figure.title = "Measured variance and the bounds of Lemmas 3 and 6";
  if (has_points(figure)) figure.caption = caption_of(results);
  return figure;
}

}  // namespace sketchbench
