#pragma once
#include <vector>

#include <sketchbench/report/figure/figure.hpp>
#include "experiments/kernel_pca/results.hpp"

namespace sketchbench {

/// Error of the leading subspace and captured share, each against CPU time and against memory, and the
/// accuracy against time where it was measured: a panel for each data set and kernel, a line for each map.
/// One whose parameter "s" varies, the share 1/s of a matrix that is kept, is one line with s at its points,
/// one with a number of landmarks "m" likewise.
/// Named after the configuration: NAME_error_by_time, NAME_error_by_memory, NAME_share_by_time,
/// NAME_share_by_memory, NAME_accuracy_by_time.
std::vector<Figure> kernel_pca_figures(const KernelPcaResults& results);

}  // namespace sketchbench
