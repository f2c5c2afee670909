#include <sketchbench/report/result_report.hpp>

#include <utility>

#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/report/missing_runs.hpp>

namespace sketchbench {

Report result_report(const ResultTable& table, const std::vector<std::string>& left_out, ResultReport of) {
  const Config& config = *table.config;
  ReportParts parts;
  const auto limits = find_experiment(config.experiment).quick_limits;
  parts.quick_limits = limits != nullptr ? limits() : quick_limits();
  parts.quick_effect = std::move(of.quick_effect);
  parts.findings = std::move(of.findings);
  parts.warnings = std::move(of.warnings);
  parts.legend = std::move(of.legend);
  parts.tables = {table_for_people(table, of.main, std::move(of.methods))};
  for (Table& more : of.tables)
    if (!more.rows.empty()) parts.tables.push_back(std::move(more));
  parts.notes = std::move(of.notes);
  parts.notes.push_back({"Missing", lines_about_missing_runs(config, table.groups())});
  return framed_report({config, table.groups(), left_out}, std::move(parts), table);
}

}  // namespace sketchbench
