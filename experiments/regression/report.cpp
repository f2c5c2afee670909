#include "experiments/regression/report.hpp"

#include <utility>

#include <sketchbench/report/results/result_report.hpp>
#include <sketchbench/report/table_cells.hpp>
#include "experiments/regression/figure.hpp"
#include "experiments/regression/growth.hpp"
#include "experiments/regression/results.hpp"

namespace sketchbench {
namespace {

const Quantities<RegressionRow>& quantities() {
  using Row = RegressionRow;
  constexpr Digits error_digits = {.count = 7},
                   second_digits = {.count = 6, .decimals = true};  // targets have any unit
  const auto seconds = [&](const char* key, std::vector<std::string> heading) {
    return QuantityInfo{
        .key = key, .heading = std::move(heading), .form = Form::seconds, .digits = second_digits};
  };
  static const Quantities<Row> all = {
      {{.key = "runs", .heading = {"Runs"}, .form = Form::count},
       &Row::runs,
       [](const Row& row) { return one_line(runs_text(row)); }},
      {{.key = "rmse", .heading = {"RMSE"}, .digits = error_digits, .spread = true}, &Row::rmse},
      {{.key = "relative_rmse", .heading = {"Relative", "RMSE"}, .digits = error_digits, .spread = true},
       &Row::relative_rmse},
      {{.key = "r2", .heading = {"R²"}, .form = Form::decimals, .digits = error_digits, .spread = true},
       &Row::r2},
      {seconds("map_s", {"Features"}), &Row::map_s,
       [](const Row& row) { return row.method == exact_method ? one_line("") : time_cell(row, row.map_s); }},
      {seconds("train_s", {"Training"}), &Row::train_s},
      {{.key = "total_s", .digits = second_digits, .spread = true}, &Row::total_s},
      {{.key = "peak_rss_mb", .digits = {.count = 1, .decimals = true}},
       [](const Row& row) {
         return row.runs() > 0 ? std::optional(row.peak_rss_bytes / 1e6) : std::nullopt;
       }},
      {{.heading = {"Memory"}, .form = Form::bytes},
       [](const Row& row) { return row.runs() > 0 ? std::optional(row.peak_rss_bytes) : std::nullopt; }},
      {QuantityInfo{.key = "predict_s",
                    .heading = {"Prediction"},
                    .form = Form::seconds,
                    .digits = second_digits,
                    .place = ColumnPlace::behind_status},
       &Row::predict_s}};
  return all;
}

}  // namespace

Report regression_report(const Config& config, const ReportSources& sources) {
  const RegressionResults results = regression_results(config, sources);
  std::vector<Table> tables;
  if (shows_growth(results.config)) {
    tables.push_back(growth_table(regression_growth(results)));
    if (results.config.figure) tables.back().number = results.config.figure->number;
  }
  Report report = result_report(
      result_table(results.config, results.rows, quantities()), results.left_out,
      {.main = "relative_rmse",
       .methods = "Method",
       .quick_effect = "the data are reduced",
       .legend =
           {"Relative RMSE: |prediction − target| / |target|, Euclidean norms over the test rows. R²: 1 − "
            "the sum of squared errors over that of the targets about their mean. Means ± sample standard "
            "deviation over the runs (an exact kernel draws nothing and runs once). Times: CPU seconds "
            "for features, training and the prediction of all test rows."},
       .tables = std::move(tables)});
  if (auto figure = regression_figure(results)) report.figures.push_back(std::move(*figure));
  return report;
}

}  // namespace sketchbench
