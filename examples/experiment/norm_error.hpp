#pragma once
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

/// "norm_error": the error of |z(x)|^2, a map's estimate of k(x, x), over a sample of training rows.
Experiment norm_error_experiment();

}  // namespace sketchbench
