#pragma once
#include "experiments/accuracy/figure_parts.hpp"

namespace sketchbench::kdd13 {

/// RandomMaclaurinGap::explained_share() in per cent against D, a panel for each kernel, a curve for each
/// data set; bars are one standard error to either side.
Figure sampling_measure_figure(const SummaryPointers& rows);

}  // namespace sketchbench::kdd13
