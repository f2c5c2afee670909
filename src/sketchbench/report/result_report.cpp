#include <sketchbench/report/result_report.hpp>

#include <memory>
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
  for (const auto& [key, caption, points] : of.exponents)
    if (Table more = exponent_table(table, key, caption, points); !more.rows.empty())
      parts.tables.push_back(std::move(more));
  parts.notes = std::move(of.notes);
  parts.notes.push_back({"Missing", lines_about_missing_runs(config, table.groups())});
  Report report = framed_report({config, table.groups(), left_out}, std::move(parts), table);
  if (has_several_D(table))
    for (const FigureOf& figure : of.figures) report.figures.push_back(result_figure(table, figure));
  return report;
}

Report group_report(const Config& config, const ReportSources& sources,
                    const Quantities<RunGroup>& quantities, ResultReport of) {
  const auto runs = std::make_shared<const RunGroups>(group_runs(config, sources));
  return result_report(owned_result_table(runs, runs->groups, quantities), runs->left_out, std::move(of));
}

}  // namespace sketchbench
