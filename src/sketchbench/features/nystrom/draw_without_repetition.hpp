#pragma once
#include <string_view>
#include <vector>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

/// `count` of the numbers 0 .. n - 1, one after the other without repetition, each in proportion to its
/// weight among those left; numbers of weight 0 when there are no others, all alike. Drawn from the stream
/// (seed, purpose).
std::vector<Index> draw_without_repetition(const std::vector<double>& weights, Index count, Seed seed,
                                           std::string_view purpose);

}  // namespace sketchbench
