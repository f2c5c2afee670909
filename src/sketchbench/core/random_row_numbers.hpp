#pragma once
#include <string_view>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// Of the rows 0 .. n - 1 all where there are no more than `most`; else `most` of them without replacement,
/// every subset equally likely: the first of a shuffle with RandomStream(seed, purpose). Ascending.
std::vector<Index> random_row_numbers(Index n, Index most, Seed seed, std::string_view purpose);

}  // namespace sketchbench
