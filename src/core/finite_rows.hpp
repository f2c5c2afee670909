#pragma once
#include <span>
#include <string_view>

#include "core/rows.hpp"

namespace sketchbench {

// Infinities and NaNs are never data: they come from values whose products are beyond single precision, and
// nothing that is computed from them means anything. Rows and columns are counted from 1 in messages.

bool all_finite(std::span<const float> values);

/// Throws InputError at the first value of the rows that is not finite:
///     <what>: row 17, feature 3 is inf, which is beyond single precision: scale the data, or ...
/// `what` says which rows these are ("test rows mapped by tensor_sketch with D = 100"). `first_row` is the
/// number, from 0, of the first row here among all of them: for rows that come block by block.
void require_finite(const Rows& rows, Index first_row, std::string_view what);
void require_finite(const MatrixRef& rows, Index first_row, std::string_view what);

/// Likewise for a value that was found at (row, column), from 0.
[[noreturn]] void fail_not_finite(std::string_view what, Index row, Index column, double value);

}  // namespace sketchbench
