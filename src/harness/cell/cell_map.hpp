#pragma once
#include "features/feature_map.hpp"
#include "harness/cell/cell.hpp"

namespace sketchbench {

/// The map of a cell on rows of d_in columns, with all of its parameters.
MapRequest map_request(const Cell& cell, Index d_in, Seed seed = 0);
/// Likewise on a data set that is only known of, with its number of training rows: for estimates.
MapRequest map_request(const Cell& cell, const DatasetInfo& data);
/// Values of each row's features.
Index features_of(const Cell& cell, Index d_in);

}  // namespace sketchbench
