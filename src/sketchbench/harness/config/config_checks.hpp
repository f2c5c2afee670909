#pragma once
#include <cstddef>

#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/config/config.hpp>

namespace sketchbench {

/// Panels of a figure that can still be drawn and read.
inline constexpr std::size_t most_panels = 36;

/// What no part of a configuration shows alone. Throws InputError, with the file and the keys: for two
/// entries of a list that ask for the same; for a grid entry that leaves out what is no method, or all of
/// them; for a method that can do nothing with one of the kernels, for itself or in the experiment; for a
/// learner of another task than the experiment.
void require_parts_that_go_together(const Experiment& experiment, const Config& config);

}  // namespace sketchbench
