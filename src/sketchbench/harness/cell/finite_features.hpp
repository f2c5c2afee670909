#pragma once
#include <string_view>

#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {

/// z: what the cell's map has made of rows first_row, first_row + 1, ... (from 0) of `part`, "training" or
/// "test". Throws InputError at the first value that is not finite, as require_finite() of
/// core/finite_rows.hpp:
///     "training rows mapped by tensor_sketch with D = 100: row 17, feature 3 is inf, ..."
void require_finite_features(const Rows& z, Index first_row, std::string_view part, const Cell& cell);

}  // namespace sketchbench
