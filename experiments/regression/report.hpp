#pragma once
#include <optional>

#include <sketchbench/report/report.hpp>
#include <sketchbench/report/results/quantity.hpp>
#include "experiments/regression/results.hpp"

namespace sketchbench {

/// The report of a "regression" configuration: a table of errors on the test part and times, and its figure.
Report regression_report(const Config& config, const ReportSources& sources);

/// The relative RMSE against D, or what the configuration's "figure" asks for: "time" against D,
/// "error_by_time" or "growth", growth_panels(). None where there is a single D and no figure is asked for.
std::optional<Figure> regression_figure(const RegressionResults& results);

/// Experiment::quantities, and all that a table has.
const Quantities<RunGroup>& regression_quantities();

}  // namespace sketchbench
