#pragma once
#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// Throws InputError, with the row and the column, unless the columns of every sparse row ascend and lie in 0
/// to x.dim() - 1: whatever works on rows reads by them. Costs a look at each, and nothing for dense rows.
/// `first_row` is the number, from 0, of the first row here among all of them.
void require_valid_columns(const Rows& x, Index first_row = 0);

}  // namespace sketchbench
