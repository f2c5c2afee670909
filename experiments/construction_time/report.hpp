#pragma once
#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// The report of a "construction_time" configuration: Figure 2, its numbers and the fitted growth.
Report construction_time_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
