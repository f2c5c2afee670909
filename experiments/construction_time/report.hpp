#pragma once
#include "report/report.hpp"

namespace sketchbench {

/// The columns of a "construction_time" configuration's table.csv, in this order. Seconds are CPU seconds.
inline constexpr const char* construction_time_csv_header =
    "dataset,degree,coef0,method,d,D,n,repeats,median_s,q1_s,q3_s,min_s,build_median_s,status";

/// The report of a "construction_time" configuration: Figure 2, its numbers and the fitted growth.
Report construction_time_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
