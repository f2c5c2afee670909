#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace sketchbench {

/// What a cell needs of a cluster: by the plan's estimate, and by what was too little before.
struct CellNeed {
  double bytes = 0, seconds = 0;  ///< on one core; as Resources
  bool alone = false;             ///< nothing else may run on its node
  int least_mb = 0, least_minutes = 0;
};

struct PackingOptions {
  double task_seconds = 300;          ///< what a task should take; a longer cell has one of its own
  int jobs = 1;                       ///< cells at once in a task
  int shortest_minutes = 10;          ///< no task's limit is below that
  std::size_t most_tasks = 1000;      ///< of one array: the cluster's MaxArraySize
  int most_mb = 0, most_minutes = 0;  ///< that the cluster has; 0: not known. None is asked for more
};

/// Tasks that are submitted together, because they need the same.
struct PackedArray {
  int memory_mb = 0, minutes = 0;
  bool alone = false;
  std::vector<std::vector<std::size_t>> tasks;  ///< places of cells
};

/// Memory (MiB) that a task of such cells asks for: the estimate and a fifth, for each of those at once, and
/// what the run itself takes; in steps, so that like cells go together, and no less than least_mb.
int memory_of_task(const CellNeed& cell, int jobs);

/// Cells of like memory and time packed into tasks of about `task_seconds`, of the same number of seconds
/// each, in arrays of at most `most_tasks`. A task's limit is several times what its cells are estimated at.
std::vector<PackedArray> pack_cells(std::span<const CellNeed> cells, const PackingOptions& options);

}  // namespace sketchbench
