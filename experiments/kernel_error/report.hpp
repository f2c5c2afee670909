#pragma once
#include "report/report.hpp"

namespace sketchbench {

/// The columns of a "kernel_error" configuration's table.csv, in this order. `relative_error` is the paper's
/// measure; the root mean squares are roots of means over pairs and maps, `rms_lemma6` that of the bound
/// which the map's authors state; `ratio` is the mean square measured / predicted with its 95 % interval. A
/// field is empty where there is no such number.
inline constexpr const char* kernel_error_csv_header =
    "dataset,degree,coef0,method,D,maps,pairs,pairs_left_out,relative_error,relative_error_std,"
    "rms_relative_error,rms_relative_error_std,mean_predicted,rms_predicted,mean_lemma6,rms_lemma6,"
    "ratio,ratio_low,ratio_high,agrees,status";

/// The report of a "kernel_error" configuration: Figure 1, its numbers, and whether they are what theory
/// says.
Report kernel_error_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
