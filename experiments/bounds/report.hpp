#pragma once
#include "report/report.hpp"

namespace sketchbench {

/// The columns of a "bounds" configuration's table.csv, in this order. A line for each cell and statement:
/// bound, measured value and interval are those of the pair of points that decided. For "bias" the unit is
/// the estimates' standard deviation and the bound 0. A cell without a record has one line with an empty
/// lemma.
inline constexpr const char* bounds_csv_header =
    "lemma,dataset,degree,D,pairs,seeds,quantity,bound,measured,low,high,worst_ratio,verdict,status";

/// The report of a "bounds" configuration: which lemmas hold, with the numbers, and why those fail that do.
Report bounds_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
