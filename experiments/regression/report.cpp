#include "experiments/regression/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include <sketchbench/report/provenance/provenance.hpp>
#include <sketchbench/report/result_report.hpp>
#include <sketchbench/report/results/result_figure.hpp>
#include <sketchbench/report/table_cells.hpp>
#include "experiments/regression/growth.hpp"
#include "experiments/regression/results.hpp"
#include "experiments/regression/run.hpp"

namespace sketchbench {
namespace {

bool shows(const Config& config, std::string_view what) {
  return config.figure && config.figure->shows == what;
}

constexpr const char* bars = "Means over the runs; bars: one sample standard deviation to either side.";

std::string growth_caption() {
  return fmt::format(
      "CPU time against the training rows n, at the largest D, and against the random features D, at the "
      "largest n. A power law is a straight line, its exponent the slope; dashed: the growth that is "
      "claimed, through a curve's last point. {} An exact kernel runs once.",
      bars);
}

}  // namespace

const Quantities<RunGroup>& regression_quantities() {
  using Errors = RegressionErrors;
  constexpr Digits seven = {.count = 7};  // targets have any unit
  static const Quantities<RunGroup> all = joined(
      Quantities<RunGroup>{
          {{.key = "runs", .heading = {"Runs"}, .form = Form::count},
           &RunGroup::runs,
           [](const RunGroup& group) { return one_line(runs_text(group)); }},
          {{.key = "rmse",
            .heading = {"RMSE"},
            .digits = seven,
            .spread = true,
            .ranking = Ranking{.name = "rmse",
                               .title = "RMSE on the test rows",
                               .better = Better::smaller,
                               .guarded = false}},
           over_runs<Errors>(&Errors::rmse)},
          {{.key = "relative_rmse",
            .heading = {"Relative", "RMSE"},
            .title = "Relative RMSE |prediction − target| / |target| on the test rows",
            .axis = "relative RMSE",
            .digits = seven,
            .spread = true,
            .is_linear = true,
            .ranking = Ranking{.name = "relative_rmse",
                               .title = "Relative RMSE on the test rows",
                               .better = Better::smaller}},
           over_runs<Errors>(&Errors::relative_rmse)},
          {{.key = "r2", .heading = {"R²"}, .form = Form::decimals, .digits = seven, .spread = true},
           over_runs<Errors>(&Errors::r2)}},
      learning_costs(),
      Quantities<RunGroup>{
          {{.key = "predict_s",
            .heading = {"Prediction"},
            .form = Form::seconds,
            .digits = {.count = 6, .decimals = true},
            .place = ColumnPlace::behind_status},
           over_records([](const Record& record) { return record.cpu_seconds("predict"); })},
          {{.key = "claimed_map_operations", .place = ColumnPlace::nowhere},
           [](const RunGroup& group) { return claimed_operations(Phase::mapping, RegressionRow(group)); }}});
  return all;
}

std::optional<Figure> regression_figure(const RegressionResults& results) {
  const Config& config = results.config;
  const ResultTable table = result_table(config, results.rows, regression_quantities());
  const Along along = config.figure ? Along::features : varies_along(table);
  if (along == Along::nothing) return std::nullopt;
  const bool by_rows = along == Along::rows;
  if (shows(config, "growth")) {
    Figure figure = figure_of(config, table.groups(), growth_panels(regression_growth(results)));
    figure.caption = growth_caption() + Provenance(table.groups()).sentences() + quick_sentence(config);
    return figure;
  }
  const bool time = shows(config, "time"), by_time = shows(config, "error_by_time");
  const bool has_exact = std::ranges::any_of(
      results.rows, [](const RegressionRow& row) { return row.method == exact_method && row.runs() > 0; });
  FigureOf of{.y = time ? "total_s" : "relative_rmse",
              .x = by_time ? "total_s" : "",
              .by_rows = by_rows,
              .logarithmic_D = false,
              .means = bars};
  of.caption =
      fmt::format("{} against {}.",
                  time ? "CPU time for features and training"
                       : "Relative RMSE |prediction − target| / |target| on the test rows",
                  by_time   ? "CPU time for features and training, a point for each number of random features"
                  : by_rows ? "the number of training rows"
                            : "the number of random features D");
  if (has_exact)
    of.means += by_time   ? " An exact kernel, run once, is one point."
                : by_rows ? " An exact kernel is run once."
                          : " A flat line is an exact kernel, run once.";
  return result_figure(table, of);
}

Report regression_report(const Config& config, const ReportSources& sources) {
  const auto runs = std::make_shared<const RegressionResults>(run_rows<RegressionRow>(config, sources));
  const RegressionResults& results = *runs;
  std::vector<Table> tables;
  if (shows(results.config, "growth")) {
    tables.push_back(growth_table(regression_growth(results)));
    if (results.config.figure) tables.back().number = results.config.figure->number;
  }
  Report report = result_report(
      owned_result_table(runs, results.rows, regression_quantities()), results.left_out,
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
