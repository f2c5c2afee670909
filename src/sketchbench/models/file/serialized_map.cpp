#include <sketchbench/models/file/serialized_map.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/random.hpp>
#include <sketchbench/core/system/build_revision.hpp>
#include <sketchbench/core/system/memory.hpp>
#include <sketchbench/core/system/processor.hpp>
#include <sketchbench/kernels/sigma_rule.hpp>
#include <sketchbench/models/file/row_arrays.hpp>

namespace sketchbench {
namespace {

constexpr std::string_view map_prefix = "map.";
constexpr const char* map_rows = "map.rows";
constexpr const char* landmark_rows = "map.landmarks";
constexpr const char* check_values = "map.check";
constexpr const char* known_columns = "columns";
/// Before it a file has the training rows of a map that looks at data; from it on its parts.
constexpr int version_of_parts = 3;
constexpr Index checked_rows = 2;
/// Beside the largest value of a row. Instruction sets differ by some 1e-6; another map by all of it.
constexpr float allowed_difference_of_features = 1e-3f;

/// How long drawn rows are to be: on data of sigma's scale, a map of its kernel is neither constant nor
/// noise.
double length_to_check(const Kernel& kernel, int version) {
  const bool known = version >= version_of_parts && kernel.sigma() != nullptr;
  return known ? kernel.sigma()->value() : 1;
}

OwnedRows drawn_rows(Index columns, double length) {
  constexpr Index most_nonzeros = 64;  // whatever the number of columns
  RandomStream random(1, "models.rows_to_check");
  const Index nonzeros = std::min(most_nonzeros, columns);
  CsrMatrix rows;
  rows.d = columns;
  for (Index i = 0; i < checked_rows; ++i) {
    for (Index k = 0; k < nonzeros; ++k)
      rows.push(k * (columns / nonzeros),
                static_cast<float>(length * random.normal() / std::sqrt(static_cast<double>(nonzeros))));
    rows.end_row();
  }
  return OwnedRows(std::move(rows));
}

/// The features of rows that tell one map from another: the first of those that it has looked at, or drawn
/// ones. Empty where they are beyond the range of numbers: then there is nothing to compare.
std::vector<float> features_to_check(const ModelState& state, const std::optional<OwnedRows>& looked_at,
                                     int version) {
  const bool usable = looked_at && looked_at->view().dim() == state.known_columns();
  const OwnedRows drawn = drawn_rows(state.known_columns(), length_to_check(state.request.kernel, version));
  const Rows rows = usable ? looked_at->view() : drawn.view(),
             first = rows.slice(0, std::min(checked_rows, rows.size()));
  DenseMatrix z(first.size(), state.map->d_out());
  state.map->transform(first, z);
  if (!std::ranges::all_of(z.value, [](float value) { return std::isfinite(value); })) return {};
  return std::move(z.value);
}

void put_parts(const MapParts& parts, ArrayFile& to) {
  const auto put = [&](const auto& all) {
    for (const auto& [name, values] : all) to.arrays[std::string(map_prefix) + name] = values;
  };
  put(parts.single);
  put(parts.real);
  if (parts.rows) put_rows(parts.rows->view(), map_rows, to);
}

MapParts take_parts(ArrayFile& file) {
  MapParts parts;
  if (has_rows(file, map_rows)) parts.rows = take_rows(file, map_rows);
  for (auto& [name, array] : file.arrays) {
    if (!name.starts_with(map_prefix)) continue;
    const std::string part = name.substr(map_prefix.size());
    if (auto* const single = std::get_if<std::vector<float>>(&array))
      parts.single[part] = std::move(*single);
    else if (auto* const real = std::get_if<std::vector<double>>(&array))
      parts.real[part] = std::move(*real);
    else
      throw InputError(fmt::format("the array \"{}\" is of another kind", name));
  }
  std::erase_if(file.arrays, [](const auto& array) { return array.first.starts_with(map_prefix); });
  return parts;
}

void take_landmarks(ModelRequest& request, ArrayFile& file) {
  if (!has_rows(file, landmark_rows)) return;
  const OwnedRows rows = take_rows(file, landmark_rows);
  if (!rows.view().is_sparse())
    throw InputError(fmt::format("the array \"{}.start\" is missing", landmark_rows));
  std::vector<Index> all(static_cast<std::size_t>(rows.view().size()));
  std::iota(all.begin(), all.end(), Index{0});
  request.landmarks = std::make_shared<CsrMatrix>(copy_sparse_rows(rows.view(), all));
}

OwnedRows take_training_rows(const ModelState& state, ArrayFile& file) {
  OwnedRows rows = take_rows(file, map_rows);
  if (rows.view().dim() != state.known_columns())
    throw InputError(fmt::format("the array \"{}.shape\" tells of {} columns, expected {}", map_rows,
                                 rows.view().dim(), state.known_columns()));
  return rows;
}

/// Throws InputError where there is no memory for it.
void require_room(const FeatureMapKind& kind, const MapRequest& wanted) {
  require_memory(bytes_in_use(kind, wanted), fmt::format("{} with D = {}", kind.name, wanted.D));
}

/// With the map's features as they are now, of the rows that it has looked at.
std::vector<float> make_map_again(ModelState& state, ArrayFile& file, int threads) {
  const FeatureMapKind& kind = find_feature_map(state.request.map);
  std::optional<OwnedRows> train;
  if (kind.looks_at_data) train = take_training_rows(state, file);
  const Rows rows = train ? train->view() : Rows();
  MapRequest wanted = map_request_of(state.request, state.known_columns(), rows.size());
  wanted.threads = threads;
  require_possible(kind, wanted);
  require_room(kind, wanted);
  state.map = make_feature_map(kind.name, wanted, rows);
  return features_to_check(state, train, file.version);
}

std::vector<float> restore_map(ModelState& state, ArrayFile& file) {
  const FeatureMapKind& kind = find_feature_map(state.request.map);
  MapRequest wanted = map_request_of(state.request, state.known_columns(), state.training_rows);
  require_possible(kind, wanted);
  wanted.n_train = 0;  // what grows with their number are parts, and in memory already
  require_room(kind, wanted);
  wanted.n_train = state.training_rows;
  const MapParts parts = take_parts(file);
  state.map = restore_feature_map(kind.name, wanted, parts);
  return features_to_check(state, parts.rows, file.version);
}

/// Throws InputError where the map has other features than the one that was trained on.
void require_same_map(const ModelState& state, const std::vector<float>& now,
                      const std::vector<float>& before, const Writer& writer) {
  if (before.empty()) return;
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
  if (!request.map_parameters.empty()) map["parameters"] = request.map_parameters;
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
    for (const FieldInfo& parameter : kind.parameters)
      if (parameter.file && given.is_object()) given.erase(parameter.name);
    request.map_parameters =
        read_map_parameters(StrictObject(given, map.file(), "map.parameters"), kind.parameters);
  }
  map.finish();
}

void put_columns(const ModelState& state, ArrayFile& to) {
  if (!state.columns) return;
  to.version = version_of_columns;
  to.arrays[known_columns] = state.columns->columns();
}

void take_columns(ModelState& state, ArrayFile& from) {
  if (from.version >= version_of_columns && from.arrays.contains(known_columns))
    state.columns.emplace(take_numbers<std::int32_t>(from, known_columns), state.features);
}

void put_map(const ModelState& state, ArrayFile& to) {
  if (state.map == nullptr) return;
  MapParts parts;
  if (find_feature_map(state.request.map).looks_at_data) parts = state.map->parts().value();
  put_parts(parts, to);
  if (state.request.landmarks != nullptr) put_rows(state.request.landmarks->view(), landmark_rows, to);
  to.arrays[check_values] = features_to_check(state, parts.rows, to.version);
}

void take_map(ModelState& state, ArrayFile& from, const Writer& writer, int threads) {
  const std::vector<float> before = take_numbers<float>(from, check_values);
  take_landmarks(state.request, from);
  const bool has_parts =
      from.version >= version_of_parts && find_feature_map(state.request.map).looks_at_data;
  const std::vector<float> now = has_parts ? restore_map(state, from) : make_map_again(state, from, threads);
  require_same_map(state, now, before, writer);
}

}  // namespace sketchbench
