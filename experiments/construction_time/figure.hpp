#pragma once
#include <string>

#include <sketchbench/report/figure/figure.hpp>
#include "experiments/construction_time/times.hpp"

namespace sketchbench {

/// Figure 2: a panel for each data set and kernel, a curve for each map, median with quartiles; the caption
/// has the fitted growth beside the paper's claims.
Figure construction_time_figure(const ConstructionTimes& times);

/// "D^1.08 ± 0.03"; "D^1.08" without an interval.
std::string growth_text(const PowerLaw& law);

}  // namespace sketchbench
