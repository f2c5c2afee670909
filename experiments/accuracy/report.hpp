#pragma once
#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/explanations.hpp>
#include <sketchbench/report/report.hpp>
#include "experiments/accuracy/summary.hpp"

namespace sketchbench {

/// Tables and notes: in the form of the paper that the configuration is compared with (paper_form.hpp), or
/// one flat table.
Document accuracy_document(const Results& results, const Explanations& explanations);

/// The report of an "accuracy" configuration.
Report accuracy_report(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
