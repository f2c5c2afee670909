#pragma once
#include "report/document.hpp"
#include "report/explanations.hpp"
#include "report/report.hpp"
#include "report/summary.hpp"

namespace sketchbench {

/// Tables and notes. The section that the configuration is compared with decides their form: "table1" gives
/// Tables 1 and 2, "table3" Table 3, anything else one flat table.
Document accuracy_document(const Results& results, const Explanations& explanations);

/// The report of an "accuracy" configuration.
Report accuracy_report(const Config& config, const Store& store);

}  // namespace sketchbench
