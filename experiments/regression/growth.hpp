#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/figure/figure.hpp>
#include <sketchbench/report/measured_growth.hpp>
#include "experiments/regression/results.hpp"

namespace sketchbench {

/// The parts of a method's work that Table 1 of Chen et al. (2015) tells apart.
enum class Phase { mapping, training, prediction };
inline constexpr std::array phases = {Phase::mapping, Phase::training, Phase::prediction};

/// "Mapping", ...
std::string name_of(Phase phase);

/// CPU seconds of that part; a sample of no runs for the mapping of an exact kernel.
Sample seconds_of(Phase phase, const RegressionRow& row);

/// The operations that authors of the row's map and learner claim, in words, for n training rows of d
/// columns, t test rows and D features: "n d D"; empty where they claim none. Prediction includes mapping the
/// test rows.
std::string claim_in_words(Phase phase, const RegressionRow& row);

/// Their number, for the shape that the row's records tell; 0 where there is no claim or no record.
double claimed_operations(Phase phase, const RegressionRow& row);

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
