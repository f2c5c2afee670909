#pragma once
#include <memory>
#include <string_view>

#include <sketchbench/harness/cell/cell.hpp>
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

// The rows of a cell: as they are read, and as its map has made them.

/// The cell's data set: its rows, checked and hashed as they are now (open_dataset). Throws Error when their
/// content is not what the cell was planned for.
std::shared_ptr<const Dataset> open_cell_data(const Cell& cell, const RunContext& context);

/// The record's "data": what was read, from which source.
Json data_facts(const DatasetInfo& info);

/// z: what the cell's map has made of rows first_row, first_row + 1, ... (from 0) of `part`, "training" or
/// "test". Throws InputError at the first value that is not finite, as require_finite() of
/// core/row_checks.hpp:
///     "training rows mapped by tensor_sketch with D = 100: row 17, feature 3 is inf, ..."
void require_finite_features(const Rows& z, Index first_row, std::string_view part, const Cell& cell);

}  // namespace sketchbench
