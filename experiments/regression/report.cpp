#include "experiments/regression/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "experiments/regression/figure.hpp"
#include "experiments/regression/growth.hpp"
#include "experiments/regression/results.hpp"
#include "report/csv.hpp"
#include "report/explanations.hpp"
#include "report/learner_names.hpp"
#include "report/missing_runs.hpp"
#include "report/report_frame.hpp"
#include "report/table_cells.hpp"
#include "report/words.hpp"

namespace sketchbench {
namespace {

std::vector<TableCell> cells_of(const RegressionRow& row) {
  std::vector<TableCell> cells = {one_line(row.dataset_title()), one_line(row.kernel.display()),
                                  one_line(method_short(row.method_label)),
                                  one_line(row.D > 0 ? with_commas(row.D) : ""), one_line(runs_text(row))};
  if (row.runs() == 0) {
    const Text status = status_text(row);
    cells.push_back(one_line(status.text, status.tone));
    cells.resize(12, one_line(""));
    return cells;
  }
  TableCell error = number_cell(significant_text(row.relative_rmse), row, Tone::strong);
  error[0].right = status_text(row);
  cells.push_back(std::move(error));
  cells.push_back(number_cell(significant_text(row.rmse), row));
  cells.push_back(number_cell(decimal_text(row.r2.mean, 4), row));
  cells.push_back(row.method == exact_method ? one_line("") : time_cell(row, row.map_s));
  cells.push_back(time_cell(row, row.train_s));
  cells.push_back(time_cell(row, row.predict_s));
  cells.push_back(one_line(readable_bytes(row.peak_rss_bytes)));
  return cells;
}

Table error_table(const RegressionResults& results) {
  Table table;
  table.caption = results.config.title;
  table.columns = {{{"Data set"}, false}, {{"Kernel"}, false},    {{"Method"}, false},
                   {{"D"}, true},         {{"Runs"}, true},       {{"Relative", "RMSE"}, true},
                   {{"RMSE"}, true},      {{"R²"}, true},         {{"Features"}, true},
                   {{"Training"}, true},  {{"Prediction"}, true}, {{"Memory"}, true}};
  for (const RegressionRow& row : results.rows) table.rows.push_back(cells_of(row));
  constexpr std::ptrdiff_t behind_method = 3;
  add_learner_column(table, behind_method, pointers_to(results.rows));
  table.notes = time_table_notes(pointers_to(results.rows), Explanations::for_config(results.config));
  return table;
}

ReportParts parts_of(const RegressionResults& results) {
  ReportParts parts;
  parts.quick_limits = quick_limits();
  parts.quick_effect = "the data are reduced";
  parts.legend = {
      "Relative RMSE: |prediction − target| / |target|, Euclidean norms over the test rows. R²: 1 − the sum "
      "of squared errors over that of the targets about their mean. Means ± sample standard deviation over "
      "the runs (an exact kernel draws nothing and runs once). Times: CPU seconds for features, training "
      "and the prediction of all test rows."};
  parts.tables = {error_table(results)};
  if (shows_growth(results.config))
    if (Table growth = growth_table(regression_growth(results)); !growth.rows.empty()) {
      if (results.config.figure) growth.number = results.config.figure->number;
      parts.tables.push_back(std::move(growth));
    }
  parts.notes = {{"Missing", lines_about_missing_runs(results.config, pointers_to(results.rows))}};
  return parts;
}

CsvColumns<RegressionRow> columns() {
  CsvColumns<RegressionRow> own = {
      {"D", [](const RegressionRow& row) { return std::to_string(row.D); }},
      {"runs", [](const RegressionRow& row) { return std::to_string(row.runs()); }}};
  const auto add = [&](const std::string& name, Sample RegressionRow::*error) {
    constexpr int digits = 7;  // targets have any unit
    own.push_back(
        {name, [error](const RegressionRow& row) { return csv_significant(mean_of(row.*error), digits); }});
    own.push_back({name + "_std",
                   [error](const RegressionRow& row) { return csv_significant((row.*error).std, digits); }});
  };
  add("rmse", &RegressionRow::rmse);
  add("relative_rmse", &RegressionRow::relative_rmse);
  add("r2", &RegressionRow::r2);
  append_columns(own, cost_columns());
  CsvColumns<RegressionRow> all = group_columns(own);
  all.push_back(
      {"predict_s", [](const RegressionRow& row) { return csv_number(mean_of(row.predict_s), 6); }});
  return all;
}

}  // namespace

Report regression_report(const Config& config, const ReportSources& sources) {
  const RegressionResults results = regression_results(config, sources);
  Report report =
      framed_report({results.config, pointers_to(results.rows), results.left_out}, parts_of(results));
  report.csv = table_of_groups(columns(), results.rows);
  if (auto figure = regression_figure(results)) report.figures.push_back(std::move(*figure));
  return report;
}

}  // namespace sketchbench
