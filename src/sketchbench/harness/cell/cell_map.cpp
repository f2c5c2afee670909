#include <sketchbench/harness/cell/cell_map.hpp>

#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/harness/cell/landmark_file.hpp>

namespace sketchbench {

const FeatureMapKind& kind_of_map(std::string_view method,
                                  const std::shared_ptr<const ExternalMap>& external) {
  return external == nullptr ? find_feature_map(method) : external->kind;
}

const FeatureMapKind& kind_of_map(const Cell& cell) { return kind_of_map(cell.method, cell.external); }

const ChildUsage* processes_of(const Cell& cell) {
  return cell.external == nullptr ? nullptr : cell.external->processes.get();
}

MapRequest map_request(const Cell& cell, Index d_in, Index n_train, Seed seed, int threads) {
  return with_defaults({.d_in = d_in,
                        .kernel = cell.kernel,
                        .D = cell.D,
                        .seed = seed,
                        .n_train = n_train,
                        .parameters = cell.map_parameters,
                        .landmarks = rows_of(cell.given),
                        .external = cell.external,
                        .threads = threads},
                       kind_of_map(cell));
}

DenseMatrix allocate_features(const Cell& cell, const MapRequest& request, Index n) {
  const FeatureMapKind& kind = kind_of_map(cell);
  require_possible(kind, request);
  return {n, features_of(kind, request)};
}

void fit_room(DenseMatrix& room, const FeatureMap& map) {
  if (room.d != map.d_out()) room = DenseMatrix(room.n, map.d_out());
}

}  // namespace sketchbench
