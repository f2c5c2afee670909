#pragma once
#include <cstdint>

namespace sketchbench {

using Index = std::int64_t;  ///< a row, a column or a count of them
using Seed = std::uint64_t;  ///< names one draw of all the randomness of a map, a split or a generator

}  // namespace sketchbench
