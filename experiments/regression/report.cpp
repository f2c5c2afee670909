#include "experiments/regression/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "experiments/regression/figure.hpp"
#include "experiments/regression/results.hpp"
#include "report/csv.hpp"
#include "report/explanations.hpp"
#include "report/group_notes.hpp"
#include "report/missing_runs.hpp"
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
    cells.resize(11, one_line(""));
    return cells;
  }
  TableCell error = number_cell(significant_text(row.relative_rmse), row, Tone::strong);
  error[0].right = status_text(row);
  cells.push_back(std::move(error));
  cells.push_back(number_cell(significant_text(row.rmse), row));
  cells.push_back(number_cell(fmt::format("{:.4f}", row.r2.mean), row));
  cells.push_back(row.method == exact_method ? one_line("") : time_cell(row, row.costs.map_s));
  cells.push_back(time_cell(row, row.costs.train_s));
  cells.push_back(one_line(readable_bytes(row.costs.peak_rss_bytes)));
  return cells;
}

Table error_table(const RegressionResults& results) {
  Table table;
  table.caption = results.config.title;
  if (results.config.quick) table.remarks.push_back(fmt::format("QUICK: {}.", quick_limits()));
  table.columns = {{{"Data set"}, false}, {{"Kernel"}, false},          {{"Method"}, false}, {{"D"}, true},
                   {{"Runs"}, true},      {{"Relative", "RMSE"}, true}, {{"RMSE"}, true},    {{"R²"}, true},
                   {{"Features"}, true},  {{"Training"}, true},         {{"Memory"}, true}};
  for (const RegressionRow& row : results.rows) table.rows.push_back(cells_of(row));
  table.notes = table_notes(pointers_to(results.rows), Explanations::for_config(results.config));
  return table;
}

Document document_of(const RegressionResults& results) {
  const RunGroupPointers groups = pointers_to(results.rows);
  Document document;
  document.name = results.config.name;
  document.title = results.config.title;
  if (results.config.quick)
    document.banners.push_back(
        {fmt::format("QUICK RUN: {}. It shows that everything works; the data are reduced.", quick_limits()),
         Tone::warning});
  const auto complete = std::ranges::count(results.rows, Status::done, &RegressionRow::status);
  if (complete < std::ssize(results.rows))
    document.banners.push_back({fmt::format("{} of {} are complete; incomplete ones are marked.", complete,
                                            plural(std::ssize(results.rows), "result")),
                                Tone::warning});
  document.legend = {
      "Relative RMSE: |prediction − target| / |target|, Euclidean norms over the test rows. R²: 1 − the sum "
      "of "
      "squared errors over that of the targets about their mean. Means ± sample standard deviation over the "
      "runs (an exact kernel draws nothing and runs once). Times: CPU seconds for features and training."};
  document.tables = {error_table(results)};
  const auto add = [&](std::string heading, std::vector<std::string> lines) {
    if (!lines.empty()) document.notes.push_back({std::move(heading), std::move(lines)});
  };
  add("Missing", lines_about_missing_runs(results.config, groups));
  add("Data", data_lines(groups));
  add("Feature maps", map_lines(groups));
  add("Learners", learner_lines(groups));
  add("Convergence", convergence_lines(groups));
  add("Machine and versions", machine_lines(groups));
  add("Records left out", results.left_out);
  return document;
}

/// Seven significant digits: targets have any unit.
void append(std::vector<std::string>& fields, const Sample& sample) {
  fields.push_back(sample.n > 0 ? fmt::format("{:.7g}", sample.mean) : "");
  fields.push_back(sample.std ? fmt::format("{:.7g}", *sample.std) : "");
}

std::string csv_row(const RegressionRow& row) {
  std::vector<std::string> fields = {row.dataset_label,          row.kernel.column("degree"),
                                     row.kernel.column("coef0"), row.method_label,
                                     std::to_string(row.D),      std::to_string(row.runs())};
  for (const Sample* error : {&row.rmse, &row.relative_rmse, &row.r2}) append(fields, *error);
  const auto mean = [&](const Sample& s) { return s.n > 0 ? csv_number(s.mean, 6) : ""; };
  fields.insert(fields.end(), {mean(row.costs.map_s), mean(row.costs.train_s), mean(row.costs.total_s),
                               csv_number(row.costs.total_s.std, 6),
                               row.runs() > 0 ? csv_number(row.costs.peak_rss_bytes / 1e6, 1) : "",
                               std::string(name_of(row.status))});
  append_kernel_fields(fields, row.kernel);
  return csv_line(fields);
}

}  // namespace

Report regression_report(const Config& config, const ReportSources& sources) {
  RegressionResults results = regression_results(config, sources);
  Report report;
  report.document = document_of(results);
  report.csv = csv_header_with_kernel(regression_csv_header);
  for (const RegressionRow& row : results.rows) report.csv += csv_row(row);
  if (auto figure = regression_figure(results)) report.figures.push_back(std::move(*figure));
  for (RegressionRow& row : results.rows) {
    report.has_records = report.has_records || row.has_record();
    report.groups.push_back(std::move(row));
  }
  report.left_out = std::move(results.left_out);
  report.config = std::move(results.config);
  return report;
}

}  // namespace sketchbench
