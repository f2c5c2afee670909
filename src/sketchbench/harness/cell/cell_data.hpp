#pragma once
#include <memory>

#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

/// The cell's data set: its rows, checked and hashed as they are now (open_dataset). Throws Error when their
/// content is not what the cell was planned for.
std::shared_ptr<const Dataset> open_cell_data(const Cell& cell, const RunContext& context);

/// The record's "data": what was read, from which source.
Json data_facts(const DatasetInfo& info);

}  // namespace sketchbench
