#pragma once
#include <string>
#include <vector>

#include "faults/journal_reader.hpp"

namespace sketchbench::faults {

/// What in a run's calls would let a power cut leave half a file, or lose one that was there, one line for
/// each:
///   - a file is renamed to its final name although it was written since it was last synchronised,
///   - a file is written or cut under its final name, or through a mapping,
///   - the process goes on to another file, or tells its parent, before the folder of a rename is
///   synchronised,
///   - a file appears in a folder whose own name was never synchronised in the folder above it.
std::vector<std::string> broken_rules_of_writing(const std::vector<Call>& calls);

}  // namespace sketchbench::faults
