#pragma once
#include "report/report.hpp"

namespace sketchbench {

/// The report of a "gram_error" configuration: a table of |K - Z Z^T| / |K| with the time of a map and, where
/// records have it, the optimum of training, and a figure of the error against D where there is more than one
/// D.
Report gram_error_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
