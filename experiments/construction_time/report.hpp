#pragma once
#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/measured_rows.hpp>

namespace sketchbench {

/// The report of a "construction_time" configuration: Figure 2, its numbers and the fitted growth.
Report construction_time_report(const Config& config, const ReportSources& sources);
/// What claims are made of: its quantities in table.csv, and what else a claim may ask for.
MeasuredRows construction_time_measured(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
