#pragma once
#include <sketchbench/report/report.hpp>

namespace sketchbench {

/// Sets Report::paper: that of the paper whose folder has a configuration of the report's name, or whose
/// claims it is about. The paper's own methods come to the front of the report's figures.
void name_paper(Report& report);

}  // namespace sketchbench
