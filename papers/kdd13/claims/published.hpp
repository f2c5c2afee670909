#pragma once
#include <vector>

#include <sketchbench/report/claims/measured_claim.hpp>

namespace sketchbench::kdd13 {

/// Published accuracies, of "accuracy" configurations that are compared with a table:
///   accuracy_beside_published   ours less the paper's, in points: a case for each number of the table whose
///                               data set, kernel, D and method the configuration has. The interval of the
///                               report's verdicts (difference_of()): from our runs, the deviation that the
///                               paper gives for its own, the rounding in print and the random split.
std::vector<NamedMeasure> published_measures();

}  // namespace sketchbench::kdd13
