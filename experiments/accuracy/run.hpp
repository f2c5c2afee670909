#pragma once
#include "harness/cell/experiment.hpp"

namespace sketchbench {

/// Tables 1-3, Figures 3 and 4: trains on the training part, counts hits on the test part (percent).
/// "exact" trains a kernel machine on the rows as they are; every other method maps the rows first.
Experiment accuracy_experiment();

}  // namespace sketchbench
