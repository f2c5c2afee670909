#pragma once
#include <string>
#include <vector>

#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// For Figure::missing: a line for each data set of the configuration whose results are not all there, with
/// the reason where it was skipped, with the command that makes the runs where it was not; and one for each
/// method that the configuration leaves out on it, with its reason.
std::vector<std::string> lines_about_missing_runs(const Config& config, const RunGroupPointers& groups);

}  // namespace sketchbench
