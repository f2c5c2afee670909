#pragma once
#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// The report of a "sampling_theorems" configuration: which theorems hold with the numbers, how each was
/// read, and the figure of |E| against s.
Report sampling_theorems_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
