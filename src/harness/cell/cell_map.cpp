#include "harness/cell/cell_map.hpp"

namespace sketchbench {

MapRequest map_request(const Cell& cell, Index d_in, Seed seed) {
  return with_defaults(
      {.d_in = d_in, .kernel = cell.kernel, .D = cell.D, .seed = seed, .parameters = cell.map_parameters},
      find_feature_map(cell.method));
}

MapRequest map_request(const Cell& cell, const DatasetInfo& data) {
  MapRequest request = map_request(cell, data.d);
  request.n_train = data.n_train;
  return request;
}

Index features_of(const Cell& cell, Index d_in) {
  const auto d_out = find_feature_map(cell.method).d_out;
  return d_out == nullptr ? cell.D : d_out(map_request(cell, d_in));
}

}  // namespace sketchbench
