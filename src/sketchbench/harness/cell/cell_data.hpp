#pragma once
#include <memory>
#include <string_view>

#include <sketchbench/harness/cell/cell.hpp>
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

// The rows of a cell: as they are read, and as its map has made them.

/// The cell's data set: its rows, checked and hashed as they are now (open_dataset). Throws Error when their
/// content is not what the cell was planned for. They are with_occurring_columns().
std::shared_ptr<const Dataset> open_cell_data(const Cell& cell, const RunContext& context);

/// The same rows, of training and test, with only those columns that occur in any of them where these are few
/// (ColumnSelection): what every experiment works on. Rows of a cell whose map has columns of its own,
/// because somebody else has written it or the user gives it rows, stay as they are.
std::shared_ptr<const Dataset> with_occurring_columns(std::shared_ptr<const Dataset> dataset,
                                                      const Cell& cell);
/// What is known of these rows, for estimates.
DatasetInfo with_occurring_columns(DatasetInfo info, const Cell& cell);

/// The record's "data": what was read, from which source.
Json data_facts(const DatasetInfo& info);

/// z: what the cell's map has made of rows first_row, first_row + 1, ... (from 0) of `part`, "training" or
/// "test". Throws InputError at the first value that is not finite, as require_finite() of
/// core/row_checks.hpp:
///     "training rows mapped by tensor_sketch with D = 100: row 17, feature 3 is inf, ..."
void require_finite_features(const Rows& z, Index first_row, std::string_view part, const Cell& cell);

}  // namespace sketchbench
