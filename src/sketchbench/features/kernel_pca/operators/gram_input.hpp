#pragma once
#include <sketchbench/core/rows.hpp>

namespace sketchbench {

/// InputError unless there is a row.
void require_rows(const Rows& x);
/// InputError unless s is a number of at least 1: an entry is kept with probability 1 / s.
void require_sparsity(double s);

}  // namespace sketchbench
