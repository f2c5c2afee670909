#include "harness/cell/cell_map.hpp"

#include "harness/cell/given_rows.hpp"

namespace sketchbench {

MapRequest map_request(const Cell& cell, Index d_in, Index n_train, Seed seed, int threads) {
  return with_defaults({.d_in = d_in,
                        .kernel = cell.kernel,
                        .D = cell.D,
                        .seed = seed,
                        .n_train = n_train,
                        .parameters = cell.map_parameters,
                        .landmarks = rows_of(cell.given),
                        .threads = threads},
                       find_feature_map(cell.method));
}

DenseMatrix room_for_features(const Cell& cell, const MapRequest& request, Index n) {
  const FeatureMapKind& kind = find_feature_map(cell.method);
  require_possible(kind, request);
  return {n, features_of(kind, request)};
}

}  // namespace sketchbench
