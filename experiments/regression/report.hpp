#pragma once
#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// The report of a "regression" configuration: a table of errors on the test part and times, and a figure
/// (figure.hpp).
Report regression_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
