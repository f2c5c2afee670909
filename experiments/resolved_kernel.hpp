#pragma once
#include "core/labeled_rows.hpp"
#include "harness/cell/experiment.hpp"

namespace sketchbench {

/// The kernel with a number for its sigma where the cell's has a rule (kernels/sigma.hpp), from training rows
/// alone: the median distance, or the one among 2^k times it, k = -4 .. 4, with the least leave-one-out error
/// (learners/ridge/kernel_choice.hpp). It is then in the result as "sigma", with what it was chosen among as
/// "sigma_choice". The choice by errors is kept for other cells on the same rows (kept_value.hpp).
/// InputError where the rows allow no choice.
Kernel resolved_kernel(const Cell& cell, const RunContext& context, const LabeledRows& train, Json& result);

}  // namespace sketchbench
