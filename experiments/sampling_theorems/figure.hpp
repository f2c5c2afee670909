#pragma once
#include <sketchbench/report/figure/figure.hpp>
#include "experiments/sampling_theorems/results.hpp"

namespace sketchbench {

/// |E| against s, a panel for each cell: sparsified, and sparsified and quantised, whose s = 1 is quantised
/// alone; for each, Theorem 1's 4 sigma sqrt(m) and the semicircle law's 2 sigma sqrt(m); a level at |K|.
Figure theorems_figure(const TheoremsResults& results);

}  // namespace sketchbench
