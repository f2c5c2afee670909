#pragma once
#include <optional>

#include "experiments/kernel_error/errors.hpp"
#include "report/document/document.hpp"

namespace sketchbench {

/// One line for each point: errors, prediction, and how the two compare.
Table error_table(const KernelErrors& errors);

/// Where the exact variance stands against the bound that Lemma 6 states, at the largest D of each kernel,
/// and what was measured on the pairs that exceed it. None without Tensor Sketching.
std::optional<Table> lemma6_table(const KernelErrors& errors);

}  // namespace sketchbench
