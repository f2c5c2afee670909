#pragma once
#include "experiments/kernel_error/errors.hpp"
#include "report/figure.hpp"

namespace sketchbench {

/// Figure 1: the mean relative error against D, as in the paper, a panel for each kernel and a curve for each
/// map, dashed what the exact variance (and Lemma 6's bound of it) stands for where estimates are normal.
Figure mean_error_figure(const KernelErrors& errors);

/// The same maps by the root mean square of the relative error, whose square has an expectation that the
/// exact variance gives without any assumption: here measurement and theory must meet.
Figure rms_error_figure(const KernelErrors& errors);

}  // namespace sketchbench
