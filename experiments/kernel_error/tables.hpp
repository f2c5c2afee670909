#pragma once
#include <vector>

#include <sketchbench/report/document/document.hpp>
#include "experiments/kernel_error/errors.hpp"

namespace sketchbench {

/// For each map with a stated bound (bounded_kinds): where the exact variance stands against it, at the
/// largest D of each kernel, and what was measured on the pairs that exceed it.
std::vector<Table> bound_tables(const KernelErrors& errors);

}  // namespace sketchbench
