#pragma once
#include <sketchbench/core/random.hpp>

namespace sketchbench {

/// The length of a standard normal vector with so many coordinates, at least 1, at a cost that does not grow
/// with their number: from a Gamma variable (Marsaglia & Tsang 2000).
double draw_chi(Index coordinates, RandomStream& random);

}  // namespace sketchbench
