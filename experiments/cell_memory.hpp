#pragma once
#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {

/// Bytes that a cell takes whatever it does: the program, its data set as prepared, and what the choice of
/// its kernel's sigma takes where that has a rule (resolved_kernel.hpp).
double memory_of_any_cell(const Cell& cell, const DatasetInfo& data);

}  // namespace sketchbench
