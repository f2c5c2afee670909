#pragma once
#include <memory>

#include "data/catalog.hpp"
#include "experiments/cell.hpp"

namespace sketchbench {

/// The cell's data set. Throws Error when its content is not what the cell was planned for.
std::shared_ptr<const Dataset> open_cell_data(const Cell& cell, const DataPaths& paths);

/// The record's "data": what was read, from which source.
Json data_facts(const DatasetInfo& info);

}  // namespace sketchbench
