#pragma once
#include "harness/cell/experiment.hpp"

namespace sketchbench {

/// Lemmas 2, 3 and 6 to 10 of Pham & Pagh 2013, and what holds in place of Lemma 6, on pairs of a data set's
/// training rows: mean, variance and tails of Tensor Sketching's estimates over many seeds against each
/// formula (lemma_checks.hpp). For Lemma 10 there is also a flat vector of d equal coordinates, the first to
/// meet its condition. A cell is a data set, a degree and a D; the kernel is homogeneous, and degree 1 is
/// plain Count Sketch.
///
/// Parameters: "seeds" (4,000; at least 64) independent maps; "pairs" (24; at least 4) of rows, chosen by
/// "pairs_seed" (1); "level" (1e-4), the probability with which one check may call a lemma wrong that is
/// right; "averages" (10), the estimates in one average of Lemma 9.
Experiment bounds_experiment();

}  // namespace sketchbench
