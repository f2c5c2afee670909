#pragma once
#include <string>

#include <sketchbench/core/json_fwd.hpp>
#include <sketchbench/report/comparison/comparison.hpp>
#include <sketchbench/report/document/document.hpp>

namespace sketchbench {

/// For people: a table for each experiment, over data sets where there are enough, and what was compared how.
Document comparison_document(const FolderComparison& comparison);

/// For programs, a line for each number that both folders have:
/// experiment,number,dataset,kernel,method_a,method_b,D_a,D_b,runs_a,runs_b,mean_a,std_a,mean_b,std_b,
/// difference,low,high,p,p_holm,verdict,times,times_low,times_high,processors_a,processors_b. Percentages are
/// in per cent; what is not known is empty, several processors are joined by "; ". Tests over data sets are
/// in the JSON alone.
std::string comparison_csv(const FolderComparison& comparison);

/// All of it: {"a":, "b":, "level":, "tested_together":, "ratios_together":, "differs":, "results": [...],
/// "over_datasets": [...], "ranks": [...], "not_compared": {"a": {...}, "b": {...}}}; what is not known is
/// null.
Json comparison_json(const FolderComparison& comparison);

}  // namespace sketchbench
