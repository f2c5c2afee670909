#include "models/file/kept_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/random.hpp"
#include "core/system/build_revision.hpp"
#include "core/system/memory.hpp"
#include "core/system/processor.hpp"
#include "kernels/some_sigma.hpp"
#include "models/file/row_arrays.hpp"

namespace sketchbench {
namespace {

constexpr const char* map_rows = "map.rows";
constexpr const char* landmark_rows = "map.landmarks";
constexpr const char* check_values = "map.check";
constexpr Index checked_rows = 2;
/// Beside the largest value of a row. Instruction sets differ by some 1e-6; another map by all of it.
constexpr float allowed_difference_of_features = 1e-3f;

/// Rows whose features tell one map from another: the first that it was made from, or drawn ones of length
/// about 1.
OwnedRows rows_to_check(const ModelState& state) {
  const auto first = [](const Rows& rows) {
    return OwnedRows::copy_of(rows.slice(0, std::min(checked_rows, rows.size())));
  };
  if (state.map_rows != nullptr) return first(state.map_rows->view());
  constexpr Index most_nonzeros = 64;  // whatever the number of columns
  RandomStream random(1, "models.rows_to_check");
  const Index nonzeros = std::min(most_nonzeros, state.features);
  CsrMatrix rows;
  rows.d = state.features;
  for (Index i = 0; i < checked_rows; ++i) {
    for (Index k = 0; k < nonzeros; ++k)
      rows.push(k * (state.features / nonzeros),
                static_cast<float>(random.normal() / std::sqrt(static_cast<double>(nonzeros))));
    rows.end_row();
  }
  return OwnedRows(std::move(rows));
}

/// Empty where they are beyond the range of numbers: then there is nothing to compare.
std::vector<float> features_to_check(const ModelState& state) {
  const OwnedRows rows = rows_to_check(state);
  DenseMatrix z(rows.view().size(), state.map->d_out());
  state.map->transform(rows.view(), z);
  if (!std::ranges::all_of(z.value, [](float value) { return std::isfinite(value); })) return {};
  return std::move(z.value);
}

void make_map_again(ModelState& state, ArrayFile& file, int threads) {
  ModelRequest& request = state.request;
  const FeatureMapKind& kind = find_feature_map(request.map);
  if (has_rows(file, landmark_rows)) {
    const OwnedRows rows = take_rows(file, landmark_rows);
    if (!rows.view().is_sparse())
      throw InputError(fmt::format("the array \"{}.start\" is missing", landmark_rows));
    std::vector<Index> all(static_cast<std::size_t>(rows.view().size()));
    std::iota(all.begin(), all.end(), Index{0});
    request.landmarks = std::make_shared<CsrMatrix>(copy_sparse_rows(rows.view(), all));
  }
  if (kind.looks_at_data) {
    state.map_rows = std::make_shared<OwnedRows>(take_rows(file, map_rows));
    if (state.map_rows->view().dim() != state.features)
      throw InputError(fmt::format("the array \"{}.shape\" tells of {} columns, expected {}", map_rows,
                                   state.map_rows->view().dim(), state.features));
  }
  const Rows train = state.map_rows == nullptr ? Rows() : state.map_rows->view();
  request.threads = threads;
  const MapRequest wanted = map_request_of(request, state.features, train.size());
  require_possible(kind, wanted);
  require_memory(bytes_in_use(kind, wanted), fmt::format("{} with D = {}", request.map, request.D));
  state.map = make_feature_map(request.map, wanted, train);
  request.threads = 1;
}

/// Throws InputError where the map that was made has other features than the one that was trained on.
void require_same_map(const ModelState& state, const std::vector<float>& before, const Writer& writer) {
  if (before.empty()) return;
  const std::vector<float> now = features_to_check(state);
  const Index width = state.map->d_out();
  bool same = now.size() == before.size();
  for (std::size_t begin = 0; same && begin < now.size(); begin += static_cast<std::size_t>(width)) {
    float size = 0, difference = 0;
    for (std::size_t k = begin; k < begin + static_cast<std::size_t>(width); ++k) {
      size = std::max(size, std::abs(before[k]));
      difference = std::max(difference, std::abs(now[k] - before[k]));
    }
    same = difference <= allowed_difference_of_features * size;
  }
  if (same) return;
  throw InputError(fmt::format(
      "its map, {} with D = {}, comes out otherwise here than where it was trained, by version {} with {} "
      "(here: version {} with {}): train again",
      state.request.map, state.request.D, writer.program, writer.instructions, SKETCHBENCH_VERSION,
      instruction_set()));
}

}  // namespace

Json Writer::here() {
  const BuildRevision revision = build_revision();
  return {{"program", SKETCHBENCH_VERSION},
          {"revision", revision_text(revision.commit, revision.dirty)},
          {"instruction_set", instruction_set()}};
}

Writer Writer::read(StrictObject& header) {
  Writer writer{.program = header.text("program"), .instructions = {}};
  static_cast<void>(header.text("revision"));
  writer.instructions = header.text("instruction_set");
  return writer;
}

Seed seed_in(StrictObject& header) {
  const Json& seed = header.raw("seed");
  if (!seed.is_number_unsigned()) header.fail("seed", "a whole number of at least 0");
  return seed.get<Seed>();
}

Kernel kernel_in(StrictObject& header) {
  StrictObject object = header.object("kernel");
  const Kernel kernel = Kernel::parse(object);
  object.finish();
  if (has_sigma_rule(kernel)) object.fail("sigma", "a number");
  return kernel;
}

Json map_header(const ModelRequest& request) {
  Json map = {{"name", request.map}, {"version", find_feature_map(request.map).version}, {"D", request.D}};
  if (!request.map_parameters.is_null()) map["parameters"] = request.map_parameters;
  return map;
}

void read_map_header(StrictObject map, ModelRequest& request) {
  request.map = map.text("name");
  const FeatureMapKind& kind = find_feature_map(request.map);
  if (const auto version = map.integer("version", 1, INT32_MAX); version != kind.version)
    throw InputError(
        fmt::format("it has version {} of the feature map {}, and this program version {}: train again",
                    version, request.map, kind.version));
  request.D = map.integer("D", 1, largest_D);
  if (map.has("parameters")) {
    Json given = map.raw("parameters");
    // The place of the user's rows is the sum of their file; they are in this one.
    for (const MapParameter& parameter : kind.parameters)
      if (parameter.file && given.is_object()) given.erase(parameter.name);
    request.map_parameters =
        read_map_parameters(StrictObject(given, map.file(), "map.parameters"), kind.parameters);
  }
  map.finish();
}

void put_map(const ModelState& state, ArrayFile& to) {
  if (state.map_rows != nullptr) put_rows(state.map_rows->view(), map_rows, to);
  if (state.request.landmarks != nullptr) put_rows(state.request.landmarks->view(), landmark_rows, to);
  if (state.map != nullptr) to.arrays[check_values] = features_to_check(state);
}

void take_map(ModelState& state, ArrayFile& from, const Writer& writer, int threads) {
  const std::vector<float> check = take_numbers<float>(from, check_values);
  make_map_again(state, from, threads);
  require_same_map(state, check, writer);
}

}  // namespace sketchbench
