#pragma once
#include <vector>

#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// Sets Report::paper: that of the paper whose folder has a configuration of the report's name, or whose
/// claims it is about.
void name_papers(std::vector<Report>& reports);

}  // namespace sketchbench
