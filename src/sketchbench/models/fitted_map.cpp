#include <sketchbench/models/fitted_map.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/models/file/array_file.hpp>
#include <sketchbench/models/file/serialized_map.hpp>

namespace sketchbench {

ModelState fit_map(const Rows& x, const ModelRequest& request) {
  const FeatureMapKind& kind = find_feature_map(request.map);
  ModelState fitted{.request = request, .features = x.dim(), .training_rows = x.size()};
  ModelRequest& asked = fitted.request;
  asked.map_parameters = read_map_parameters(asked.map_parameters, request.map, kind.parameters);
  fitted.columns = columns_for(request, x);
  const CsrMatrix renumbered = fitted.columns ? fitted.columns->apply(x) : CsrMatrix();
  MapRequest wanted = map_request_of(asked, fitted.known_columns(), x.size());
  wanted.nonzeros = stored_per_row(x);
  require_possible(kind, wanted);
  require_memory(bytes_in_use(kind, wanted, asked.threads),
                 fmt::format("{} with D = {}", asked.map, asked.D));
  const Rows train = fitted.columns ? renumbered.view() : x;
  fitted.map = make_feature_map(asked.map, wanted, kind.looks_at_data ? train : Rows());
  return fitted;
}

std::string map_bytes(const ModelState& map) {
  ArrayFile file{.header = Writer::here()};
  file.header.update({{"features", map.features},
                      {"training_rows", map.training_rows},
                      {"seed", map.request.seed},
                      {"map", map_header(map.request)},
                      {"kernel", map.request.kernel.to_json()}});
  put_columns(map, file);
  put_map(map, file);
  return array_file_bytes(file);
}

ModelState parse_map(std::string_view bytes, std::string_view name, int threads) {
  try {
    ArrayFile file = parse_array_file(bytes, name);
    StrictObject header(file.header, std::string(name));
    ModelState map;
    const Writer writer = Writer::read(header);
    map.features = header.integer("features", 1, INT32_MAX);
    map.training_rows = header.integer("training_rows", 0, INT64_MAX);
    map.request.seed = seed_in(header);
    read_map_header(header.object("map"), map.request);
    map.request.kernel = kernel_in(header);
    header.finish();
    take_columns(map, file);
    take_map(map, file, writer, threads);
    return map;
  } catch (const InputError& error) {
    if (std::string_view(error.what()).starts_with(std::string(name) + ":")) throw;
    fail_input(std::string(name), 0, error.what());
  }
}

}  // namespace sketchbench
