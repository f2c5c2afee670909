#pragma once
#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// The report of a "kernel_pca" configuration: a table of errors, times and memory, what is to be said of
/// where sampling pays (equal_costs.hpp), and figures (figures.hpp).
Report kernel_pca_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
