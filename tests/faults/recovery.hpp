#pragma once
#include "faults/final_state.hpp"
#include "faults/study.hpp"

namespace sketchbench::faults {

/// The command, run again with nothing in its way, ends with exit code 0, leaves what it leaves when nothing
/// ever was, and no temporary file.
void expect_recovery(const Study& study, const Words& command, const FinalState& at_last);

}  // namespace sketchbench::faults
