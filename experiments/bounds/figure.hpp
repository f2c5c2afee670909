#pragma once
#include <sketchbench/report/figure/figure.hpp>
#include "experiments/bounds/results.hpp"

namespace sketchbench {

/// Measured variance over the bound of Lemma 3 (p = 1) or 6 against the degree p, a panel for each D, a
/// series for each data set; a level at 1, and for x = y without a dominant coordinate the same ratio of the
/// exact variance and of the bound that holds in place of Lemma 6.
Figure bounds_figure(const BoundsResults& results);

}  // namespace sketchbench
