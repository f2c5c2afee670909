#pragma once
#include <string_view>
#include <vector>

#include "core/types.hpp"

namespace sketchbench {

/// Of the rows 0 .. n - 1 all where there are no more than `most`; else `most` of them without replacement,
/// every subset equally likely: the first of a shuffle with RandomStream(0, purpose), so that the choice
/// depends on n, `most` and the purpose alone. Ascending.
std::vector<Index> random_rows(Index n, Index most, std::string_view purpose);

}  // namespace sketchbench
