#pragma once
#include "experiments/cell.hpp"
#include "features/feature_map.hpp"

namespace sketchbench {

/// The map of a cell on rows of d_in columns, with all of its parameters.
MapRequest map_request(const Cell& cell, Index d_in, Seed seed = 0);
/// Values of each row's features.
Index features_of(const Cell& cell, Index d_in);

}  // namespace sketchbench
