#pragma once
#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/measured_rows.hpp>

namespace sketchbench {

/// The report of a "sampling_theorems" configuration: which theorems hold with the numbers, how each was
/// read, and the figure of |E| against s.
Report sampling_theorems_report(const Config& config, const ReportSources& sources);
/// What claims are made of: its quantities in table.csv, and what else a claim may ask for.
MeasuredRows sampling_theorems_measured(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
