#pragma once
#include <sketchbench/data/catalog.hpp>
#include <sketchbench/harness/worker/progress.hpp>

namespace sketchbench {

/// Prepares a data set in a process of its own, passing its news on, and returns what it holds.
/// Throws DatasetUnavailable, InputError or Error as prepare_dataset does; Interrupted (interrupt.hpp) when a
/// signal ends it, which leaves nothing behind.
DatasetInfo prepare_in_process(const DatasetRequest& request, const DataPaths& paths, Progress& progress);

}  // namespace sketchbench
