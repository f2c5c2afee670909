#pragma once
#include "features/feature_map.hpp"
#include "harness/cell/cell.hpp"

namespace sketchbench {

/// The map of a cell on rows of d_in columns, made from n_train rows, with all of its parameters. Estimates
/// give the number of rows that the run will give make_feature_map(); only what is made has a seed, and
/// threads that it is made with.
MapRequest map_request(const Cell& cell, Index d_in, Index n_train, Seed seed, int threads = 1);

/// Zeroed memory for the features of n rows by that map, so that it is there before the map's time begins.
/// InputError, before anything is allocated, where there is no such map.
DenseMatrix room_for_features(const Cell& cell, const MapRequest& request, Index n);

}  // namespace sketchbench
