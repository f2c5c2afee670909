#pragma once
#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/quantity.hpp>

namespace sketchbench {

/// The report of a "kernel_pca" configuration: a table of errors, times and memory, what is to be said of
/// where sampling pays (equal_costs.hpp), and figures: error of the leading subspace and captured share, each
/// against CPU time and against memory, and the accuracy against time where it was measured:
/// NAME_error_by_time, NAME_error_by_memory, NAME_share_by_time, NAME_share_by_memory, NAME_accuracy_by_time.
Report kernel_pca_report(const Config& config, const ReportSources& sources);

/// Experiment::quantities, and all that a table has.
const Quantities<RunGroup>& kernel_pca_quantities();

}  // namespace sketchbench
