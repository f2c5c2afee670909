#pragma once
#include "experiments/accuracy/figure_parts.hpp"

namespace sketchbench {

/// Our accuracies against the paper's, one point for each result that has a verdict; and the differences,
/// with three combined standard errors to either side: a result is reproduced where its bar reaches zero or
/// its point lies within half a point of it (judge() in statistics.hpp).
Figure agreement_figure(const SummaryPointers& rows);

}  // namespace sketchbench
