#include <sketchbench/features/external/external_map.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/features/external/plugin_map.hpp>
#include <sketchbench/features/external/program_map.hpp>

namespace sketchbench {
namespace {

const ExternalMap& external_of(const MapRequest& request) {
  if (request.external == nullptr) throw Error("an external map is asked for without saying which");
  return *request.external;
}

bool supports_any(const Kernel& /*kernel*/) { return true; }

std::unique_ptr<FeatureMap> make_external(const MapRequest& request, const Rows& train) {
  return external_of(request).form == ExternalMap::Form::program ? make_program_map(request, train)
                                                                 : make_plugin_map(request, train);
}

Index most_external_features(const MapRequest& request) {
  return external_of(request).features_per_D * request.D;
}

double external_memory(const MapRequest& request) { return external_of(request).memory_bytes; }

double no_workspace(const MapRequest& /*request*/) { return 0; }

/// Nobody knows; a product with a dense matrix in single precision is a guess.
double guessed_seconds_of_row(const MapRequest& request, double nonzeros) {
  return 1e-6 + 1e-9 * static_cast<double>(most_external_features(request)) * nonzeros;
}

}  // namespace

std::string_view name_of(ExternalMap::Form form) {
  return form == ExternalMap::Form::program ? "external" : "plugin";
}

FeatureMapKind external_kind(std::string name, ExternalMap::Form form) {
  FeatureMapKind kind;
  kind.title = kind.brief = name;
  kind.name = std::move(name);
  kind.version = form == ExternalMap::Form::program ? map_protocol_version : plugin_abi_version;
  kind.supports = supports_any;
  kind.unbiased = kind.comes_near = false;
  kind.make = make_external;
  kind.d_out = most_external_features;
  kind.memory = external_memory;
  kind.workspace = no_workspace;
  kind.seconds_of_row = guessed_seconds_of_row;
  return kind;
}

Json external_header(const MapRequest& request) {
  Json header = {{"d_in", request.d_in},
                 {"D", request.D},
                 {"kernel", request.kernel.to_json()},
                 {"seed", request.seed},
                 {"parameters", request.parameters.empty() ? Json::object() : Json(request.parameters)},
                 {"n_train", request.n_train},
                 {"threads", request.threads}};
  if (const std::string& own = external_of(request).own_kernel; !own.empty()) header["own_kernel"] = own;
  return header;
}

void require_finite_kernel(const std::string& who, std::span<const double> values, Index columns,
                           Index first_x, Index first_y) {
  const auto bad = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
  if (bad == values.end()) return;
  const Index at = bad - values.begin();
  throw Error(fmt::format("{} gives {} as its own kernel of rows {} and {}, expected a finite number", who,
                          *bad, first_x + at / columns + 1, first_y + at % columns + 1));
}

void require_external_d_out(const std::string& who, Index d_out, const MapRequest& request) {
  const Index most = most_external_features(request);
  if (d_out < 1 || d_out > most)
    throw Error(fmt::format("{} has d_out = {}, expected 1 to {}, which is \"features_per_D\" times D", who,
                            d_out, most));
}

}  // namespace sketchbench
