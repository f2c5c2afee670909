#pragma once
#include <memory>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/cell.hpp>

namespace sketchbench {

class ChildUsage;

/// The kind of the method's map: the external one's own, or that of its name. Throws InputError as
/// find_feature_map().
const FeatureMapKind& kind_of_map(std::string_view method,
                                  const std::shared_ptr<const ExternalMap>& external);
const FeatureMapKind& kind_of_map(const Cell& cell);

/// The processes of its map, for timers; null where it has none.
const ChildUsage* processes_of(const Cell& cell);

/// The map of a cell on rows of d_in columns, made from n_train rows, with all of its parameters. Estimates
/// give the number of rows that the run will give make_feature_map(); only what is made has a seed, and
/// threads that it is made with.
MapRequest map_request(const Cell& cell, Index d_in, Index n_train, Seed seed, int threads = 1);

/// Zeroed memory for the features of n rows by that map, so that it is there before the map's time begins.
/// InputError, before anything is allocated, where there is no such map.
DenseMatrix allocate_features(const Cell& cell, const MapRequest& request, Index n);

/// The same room as wide as the map has features: an external map may have fewer than were planned for.
void fit_room(DenseMatrix& room, const FeatureMap& map);

}  // namespace sketchbench
