#pragma once
#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {

/// Bytes that a cell takes whatever it does: the program, its data set as prepared, and what the choice of
/// its kernel's sigma takes where that has a rule (resolved_kernel.hpp). `passes_over_rows`: the rows, which
/// are mapped from a file, are gone through in their order alone, so that the system can take their memory
/// back at any time; what it leaves them is not counted.
double memory_of_any_cell(const Cell& cell, const DatasetInfo& data, bool passes_over_rows = false);

}  // namespace sketchbench
