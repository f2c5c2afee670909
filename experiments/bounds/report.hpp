#pragma once
#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/measured_rows.hpp>

namespace sketchbench {

/// The report of a "bounds" configuration: which lemmas hold, with the numbers, and why those fail that do.
Report bounds_report(const Config& config, const ReportSources& sources);
/// What claims are made of: its quantities in table.csv, and what else a claim may ask for.
MeasuredRows bounds_measured(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
