#pragma once
#include <sketchbench/core/labeled_rows.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/harness/cell/phases.hpp>

namespace sketchbench {

/// The cell with a number for its kernel's sigma where there is a rule (kernels/sigma.hpp), from training
/// rows alone: the median distance, or the one among 2^k times it, k = -4 .. 4, with the least leave-one-out
/// error (learners/ridge/kernel_choice.hpp). It is then in outcome.result as "sigma", with what it was chosen
/// among as "sigma_choice", and the choice is the phase "sigma". The choice by errors is kept for other cells
/// on the same rows (cached_value.hpp). A kernel without a rule is left as it is, and there is no such phase.
/// InputError where the rows allow no choice.
Cell resolved_cell(const Cell& cell, const RunContext& context, const LabeledRows& train, Outcome& outcome,
                   Phases& phases);

/// Upper estimate of the bytes that the choice takes beside the prepared data: 0 without a rule that looks at
/// errors.
double memory_of_choice(const Kernel& kernel, const DatasetInfo& data);

}  // namespace sketchbench
