#pragma once
#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// The report of a "bounds" configuration: which lemmas hold, with the numbers, and why those fail that do.
Report bounds_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
