#pragma once
#include "experiments/accuracy/figure_parts.hpp"

namespace sketchbench {

/// Our accuracies against the paper's, one point for each result that has a verdict; and the differences,
/// with the intervals that decide whether they are equal (JudgedDifference::family_interval).
Figure agreement_figure(const SummaryPointers& rows);

}  // namespace sketchbench
