#pragma once
#include <string>

#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// The columns that other people's programs read, in this order.
inline constexpr const char* csv_header =
    "dataset,degree,coef0,method,D,runs,accuracy,accuracy_std,map_s,train_s,total_s,total_s_std,peak_rss_mb,"
    "paper_accuracy,paper_accuracy_std,paper_total_s,delta_pp,verdict,status";

/// One line for each summary; a field is empty where there is no such number. Seconds are CPU seconds. A
/// published number stands only beside the paper's own data: a simulated set's line has none, since a program
/// that reads it would take it for a comparison.
std::string render_csv(const Results& results);

}  // namespace sketchbench
