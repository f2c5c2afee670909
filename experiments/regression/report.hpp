#pragma once
#include "report/report.hpp"

namespace sketchbench {

/// The columns of a regression configuration's table.csv; the kernel's stand behind them.
inline constexpr const char* regression_csv_header =
    "dataset,degree,coef0,method,D,runs,rmse,rmse_std,relative_rmse,relative_rmse_std,r2,r2_std,map_s,train_"
    "s,"
    "total_s,total_s_std,peak_rss_mb,status";

/// The report of a "regression" configuration: a table of errors on the test part and times, and a figure
/// (figure.hpp).
Report regression_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
