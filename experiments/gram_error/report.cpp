#include "experiments/gram_error/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "experiments/gram_error/results.hpp"
#include "report/csv.hpp"
#include "report/explanations.hpp"
#include "report/figure/figure_point.hpp"
#include "report/figure/panels.hpp"
#include "report/measured_growth.hpp"
#include "report/missing_runs.hpp"
#include "report/partition.hpp"
#include "report/provenance/provenance.hpp"
#include "report/report_frame.hpp"
#include "report/table_cells.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

constexpr int digits = 6;  ///< of a number for programs

bool has_optimum(const GramErrorRow& row) { return row.error && row.error->optimum; }

/// `width`: columns of the table.
std::vector<TableCell> cells_of(const GramErrorRow& row, std::size_t width) {
  std::vector<TableCell> cells = {one_line(row.dataset_title()), one_line(row.kernel.display()),
                                  one_line(method_short(row.method_label)), one_line(with_commas(row.D))};
  if (!row.error) {
    const Text status = status_text(row);
    cells.push_back(one_line(status.text, status.tone));
    cells.resize(width, one_line(""));
    return cells;
  }
  TableCell error = number_cell(significant_text(row.relative_error), row, Tone::strong);
  error[0].right = status_text(row);
  cells.push_back(std::move(error));
  cells.push_back(time_cell(row, row.map_seconds));
  cells.push_back(one_line(fmt::format("{}", row.error->relative_error.size())));
  cells.push_back(one_line(with_commas(row.error->rows)));
  cells.push_back(one_line(row.error->sigma > 0 ? fmt::format("{:.4g}", row.error->sigma) : ""));
  if (has_optimum(row)) {
    cells.push_back(one_line(fmt::format("{:.4g}", *row.error->optimum)));
    cells.push_back(number_cell(significant_text(row.gap), row));
  }
  cells.resize(width, one_line(""));
  return cells;
}

Table error_table(const GramErrors& errors) {
  Table table;
  table.caption = errors.config.title;
  table.columns = {{{"Data set"}, false}, {{"Kernel"}, false}, {{"Map"}, false},
                   {{"D"}, true},         {{"Error"}, true},   {{"Time of", "a map"}, true},
                   {{"Maps"}, true},      {{"Rows"}, true},    {{"σ"}, true}};
  if (std::ranges::any_of(errors.rows, has_optimum)) {
    table.remarks = {
        "Optimum: the least value of regularised training with the square loss on the sample, with the "
        "kernel; gap: with a map's features, less that."};
    table.columns.push_back({{"Optimum"}, true});
    table.columns.push_back({{"Gap"}, true});
  }
  for (const GramErrorRow& row : errors.rows) table.rows.push_back(cells_of(row, table.columns.size()));
  table.notes = time_table_notes(pointers_to(errors.rows), Explanations::for_config(errors.config));
  return table;
}

/// How the error of each map falls with D; no rows where a map has too few D for an interval.
Table exponent_table(const GramErrors& errors) {
  Table table;
  table.caption = "Error against D: exponent";
  table.remarks = {fmt::format("The exponent of a power law, {}.", exponent_remark("mean errors"))};
  table.columns = {{{"Data set"}, false}, {{"Kernel"}, false}, {{"Map"}, false},
                   {{"D"}, true},         {{"Points"}, true},  {{"Exponent"}, true}};
  std::vector<const GramErrorRow*> rows;
  for (const GramErrorRow& row : errors.rows) rows.push_back(&row);
  for (const auto& of_map : partitioned(rows, [](const GramErrorRow* a, const GramErrorRow* b) {
         return a->dataset == b->dataset && a->kernel == b->kernel && a->method_label == b->method_label;
       })) {
    std::vector<GrowthPoint> points;
    for (const GramErrorRow* row : of_map)
      points.push_back({row, static_cast<double>(row->D), row->relative_error});
    const MeasuredGrowth growth = measured_growth(std::move(points));
    if (!growth.law || growth.law->points < fewest_points) continue;
    const GramErrorRow& any = *of_map.front();
    table.rows.push_back({one_line(any.dataset_title()), one_line(any.kernel.display()),
                          one_line(method_short(any.method_label)), one_line(sizes_text(growth)),
                          one_line(std::to_string(growth.points.size())), exponent_cell(growth)});
  }
  return table;
}

ReportParts parts_of(const GramErrors& errors) {
  ReportParts parts;
  parts.quick_limits = gram_error_quick_limits();
  parts.quick_effect = "the errors are those of a smaller matrix";
  parts.legend = {
      "Error: ‖K − ZZᵀ‖ / ‖K‖ in the spectral norm, K the Gram matrix of a sample of training rows and Z "
      "their features. A map that looks at data sees the sample. Means ± sample standard deviation over "
      "independent maps. Time: CPU seconds for making a map and mapping the sample."};
  parts.tables = {error_table(errors)};
  if (Table exponents = exponent_table(errors); !exponents.rows.empty())
    parts.tables.push_back(std::move(exponents));
  parts.notes = {{"Missing", lines_about_missing_runs(errors.config, pointers_to(errors.rows))}};
  return parts;
}

/// A column of what only a row with a record has.
template <class Field>
CsvColumn<GramErrorRow> measured(const char* name, Field field) {
  return {name, [field](const GramErrorRow& row) { return row.error ? field(row) : std::string(); }};
}

CsvColumns<GramErrorRow> columns() {
  const auto number = [](const char* name, auto value) {
    return measured(name, [value](const GramErrorRow& row) { return csv_significant(value(row), digits); });
  };
  CsvColumns<GramErrorRow> all = group_columns<GramErrorRow>(
      {{"D", [](const GramErrorRow& row) { return std::to_string(row.D); }},
       measured("maps",
                [](const GramErrorRow& row) { return std::to_string(row.error->relative_error.size()); }),
       measured("rows", [](const GramErrorRow& row) { return std::to_string(row.error->rows); }),
       number("relative_error", [](const GramErrorRow& row) { return row.relative_error.mean; }),
       number("relative_error_std", [](const GramErrorRow& row) { return row.relative_error.std; }),
       number("kernel_norm", [](const GramErrorRow& row) { return row.error->kernel_norm; }),
       number("map_s", [](const GramErrorRow& row) { return row.map_seconds.mean; }),
       number("map_s_std", [](const GramErrorRow& row) { return row.map_seconds.std; }),
       measured("chosen_sigma", [](const GramErrorRow& row) {
         return row.error->sigma > 0 ? csv_significant(row.error->sigma, digits) : "";
       })});
  all.push_back(number("optimum", [](const GramErrorRow& row) { return row.error->optimum; }));
  all.push_back(number("gap", [](const GramErrorRow& row) { return mean_of(row.gap); }));
  all.push_back(number("gap_std", [](const GramErrorRow& row) { return row.gap.std; }));
  return all;
}

bool is_by_time(const Config& config) { return config.figure && config.figure->shows == "error_by_time"; }

std::optional<FigurePoint> point_of(const GramErrorRow& row, bool by_time) {
  if (!row.error) return std::nullopt;
  return point_with_deviation(by_time ? row.map_seconds.mean : static_cast<double>(row.D),
                              row.relative_error);
}

/// Whether the smaller numbers of features would lie on top of each other in a linear axis.
bool is_wide(const std::set<Index>& counts) { return *counts.rbegin() > 20 * *counts.begin(); }

std::optional<Figure> error_figure(const GramErrors& errors) {
  std::set<Index> counts;
  for (const GramErrorRow& row : errors.rows) counts.insert(row.D);
  if (counts.size() < 2) return std::nullopt;
  const bool by_time = is_by_time(errors.config);
  Panel like;
  like.x = {
      .label = by_time ? "CPU time for making a map and mapping the rows (s)" : "number of random features D",
      .logarithmic = by_time || is_wide(counts)};
  like.y = {.label = "‖K − ZZᵀ‖ / ‖K‖", .logarithmic = true};
  Figure figure;
  figure.name = errors.config.name;
  figure.number = errors.config.figure ? errors.config.figure->number : "";
  figure.title = errors.config.title;
  figure.caption = fmt::format(
      "Relative error of the Gram matrix in the spectral norm against {}. Means over independent maps on one "
      "sample of training rows; bars: one sample standard deviation to either side.",
      by_time ? "the CPU time of making a map and mapping the sample" : "the number of features");
  if (by_time) figure.caption += Provenance(pointers_to(errors.rows)).sentences();
  if (errors.config.quick) figure.caption += fmt::format(" QUICK: {}.", gram_error_quick_limits());
  figure.panels =
      panels_of(errors.rows, like, [&](const GramErrorRow& row) { return point_of(row, by_time); });
  figure.columns = std::clamp(static_cast<int>(figure.panels.size()), 1, 3);
  figure.missing = lines_about_missing_runs(errors.config, pointers_to(errors.rows));
  return figure;
}

}  // namespace

Report gram_error_report(const Config& config, const ReportSources& sources) {
  const GramErrors errors = gram_errors(config, sources);
  Report report = framed_report({errors.config, pointers_to(errors.rows), errors.left_out}, parts_of(errors));
  report.csv = table_of_groups(columns(), errors.rows);
  if (auto figure = error_figure(errors)) report.figures.push_back(std::move(*figure));
  return report;
}

}  // namespace sketchbench
