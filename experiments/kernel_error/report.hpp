#pragma once
#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/quantity.hpp>

namespace sketchbench {

/// The report of a "kernel_error" configuration: Figure 1, its numbers, and whether they are what theory
/// says.
Report kernel_error_report(const Config& config, const ReportSources& sources);

/// Experiment::quantities.
const Quantities<RunGroup>& kernel_error_ranking();

}  // namespace sketchbench
