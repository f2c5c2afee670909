#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <sketchbench/harness/cluster/submission.hpp>
#include <sketchbench/harness/plan/plan.hpp>

namespace sketchbench {

/// A cell of a plan as a task has it.
TaskCell task_cell(const PlannedCell& cell);

PackingOptions packing_options(const Submission& submission);

/// The tasks of these cells, an array each.
std::vector<PackedArray> packed(const std::vector<TaskCell>& cells, const Submission& submission);

/// A new submission, in its folder, and the job that looks whether nodes see that and the cells' data.
void begin_submission(Submission& submission, const std::vector<TaskCell>& cells);

/// Submits arrays for the cells as a further round, and the job behind them that looks at what they left.
/// What Slurm has taken stands in submission.json at any moment. Throws as slurm::submit() does.
void submit_round(Submission& submission, const std::vector<TaskCell>& cells);

/// What the last job of a round does: the cells that had too little memory or time, and those of a node that
/// failed, go into another round with twice of it. True when there is nothing more to do: reports can be
/// made.
bool go_on(Submission& submission, const Store& store);

/// Waits some seconds for the probe. InputError where a node lacks the folder or the program, once all jobs
/// have been cancelled; false where the probe has not begun.
bool await_probe(Submission& submission, double seconds);

/// Ends its jobs.
void cancel(Submission& submission);

}  // namespace sketchbench
