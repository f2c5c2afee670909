#pragma once
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include <sketchbench/core/rows.hpp>

namespace sketchbench {

// What rows from outside are to be before anything reads or computes with them.

/// Throws InputError, with the row and the column, unless the columns of every sparse row ascend and lie in 0
/// to x.dim() - 1: whatever works on rows reads by them. Costs a look at each, and nothing for dense rows.
/// `first_row` is the number, from 0, of the first row here among all of them.
void require_valid_columns(const Rows& x, Index first_row = 0);

// Infinities and NaNs are never data: they come from values whose products are beyond single precision, and
// nothing that is computed from them means anything. Rows and columns are counted from 1 in messages.

bool all_finite(std::span<const float> values);

/// Throws InputError at the first value of the rows that is not finite:
///     <what>: row 17, feature 3 is inf, which is beyond single precision: scale the data, or <advice>
/// `what` says which rows these are ("test rows of 100 features"). `first_row` is the number, from 0, of the
/// first row here among all of them: for rows that come block by block. `advice`: what else helps; may be
/// empty.
void require_finite(const Rows& rows, Index first_row, std::string_view what, std::string_view advice = {});
void require_finite(const MatrixRef& rows, Index first_row, std::string_view what,
                    std::string_view advice = {});

/// Likewise for a value that was found at (row, column), from 0.
[[noreturn]] void fail_not_finite(std::string_view what, Index row, Index column, double value,
                                  std::string_view advice = {});

/// Likewise for a number that is in no row, which `what` says.
[[noreturn]] void fail_not_finite(std::string_view what);

/// What helps where numbers are too large or too small: "scale the data", or "scale the data, or lower C, or
/// raise sigma" where some of the others are not empty.
std::string scaling_advice(std::initializer_list<std::string_view> others);

}  // namespace sketchbench
