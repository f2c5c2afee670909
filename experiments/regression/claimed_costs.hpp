#pragma once
#include <array>
#include <string>

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

}  // namespace sketchbench
