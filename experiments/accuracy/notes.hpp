#pragma once
#include <vector>

#include "experiments/accuracy/summary.hpp"
#include "report/document/document.hpp"

namespace sketchbench {

/// What a reader of the tables needs to know: verdicts, data, methods, learners, convergence, time, machine.
/// Each fact comes from the records; nothing is said of this machine, which may not be the one that ran the
/// cells.
std::vector<NoteSection> notes_of(const Results& results);

}  // namespace sketchbench
