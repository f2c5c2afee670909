#pragma once
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

// Groups of runs along the sizes of one data set.

/// The group's data set with all of its rows: what such groups have in common.
DatasetRequest with_all_rows(const RunGroup& group);

/// The training rows of the group's runs, which there are.
double training_rows(const RunGroup& group);

}  // namespace sketchbench
