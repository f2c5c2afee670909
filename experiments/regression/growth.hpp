#pragma once
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/measured_growth.hpp>
#include "experiments/regression/claimed_costs.hpp"
#include "experiments/regression/results.hpp"

namespace sketchbench {

/// A measured growth, and the exponent of the same fit through the operations that are claimed at its sizes;
/// none where none are claimed.
struct ComparedGrowth {
  MeasuredGrowth measured;
  std::optional<double> claimed;
};

/// How the CPU time of one phase of a method grows on one data set: with the training rows n at the largest
/// D, and with D at the largest n. Times of several processors have no exponent.
struct PhaseGrowth {
  const RegressionRow* any;  ///< a row of its data set, kernel and method
  Phase phase;
  ComparedGrowth in_n, in_D;
};

/// True where two rows are about the same data, of whichever number of rows, and the same kernel.
bool same_data(const RegressionRow& a, const RegressionRow& b);

/// Those that have runs, by data set and kernel, then method, then phase. A configuration names a data set
/// several times, with different "max_train", to have several n.
std::vector<PhaseGrowth> regression_growth(const RegressionResults& results);

/// "Growth of the times": the exponents beside those of the claims.
Table growth_table(const std::vector<PhaseGrowth>& growth);

/// The times against n and D in logarithmic axes, a panel for each phase and data set.
std::vector<Panel> growth_panels(const std::vector<PhaseGrowth>& growth);

}  // namespace sketchbench
