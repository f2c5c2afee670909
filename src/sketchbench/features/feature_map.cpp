#include <sketchbench/features/feature_map.hpp>

#include <fmt/format.h>

#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/core/required_members.hpp>
#include <sketchbench/core/row_checks.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/features/embedding/fourier_svd.hpp>
#include <sketchbench/features/embedding/tefm.hpp>
#include <sketchbench/features/external/external_map.hpp>
#include <sketchbench/features/fourier/compact_features.hpp>
#include <sketchbench/features/fourier/fastfood.hpp>
#include <sketchbench/features/fourier/orthogonal_features.hpp>
#include <sketchbench/features/fourier/quasi_monte_carlo.hpp>
#include <sketchbench/features/fourier/random_kitchen_sinks.hpp>
#include <sketchbench/features/fourier/structured_orthogonal.hpp>
#include <sketchbench/features/kernel_pca/fd_fourier.hpp>
#include <sketchbench/features/kernel_pca/kernel_pca_kinds.hpp>
#include <sketchbench/features/kernel_pca/pca_nystrom.hpp>
#include <sketchbench/features/nystrom/nystrom.hpp>
#include <sketchbench/features/random_maclaurin.hpp>
#include <sketchbench/features/random_maclaurin_h01.hpp>
#include <sketchbench/features/tensor_sketch.hpp>
#include <sketchbench/features/tensor_sketch_fast.hpp>

namespace sketchbench {
namespace {

void check_count(const char* what, Index count, Index most) {
  if (count < 1)
    throw InputError(fmt::format("{} is {}, expected a whole number of at least 1", what, count));
  if (count > most) throw InputError(fmt::format("{} is {}, expected at most {}", what, count, most));
}

}  // namespace

void require_complete(const FeatureMapKind& kind) {
  require_members(kind.name, {{"name", !kind.name.empty()},
                              {"supports", kind.supports != nullptr},
                              {"make", kind.make != nullptr},
                              {"restore", kind.restore != nullptr || !kind.looks_at_data},
                              {"memory", kind.memory != nullptr},
                              {"workspace", kind.workspace != nullptr},
                              {"seconds_of_row", kind.seconds_of_row != nullptr}});
}

const std::vector<FeatureMapKind>& feature_map_kinds() {
  static const std::vector<FeatureMapKind> kinds =
      all_complete<FeatureMapKind>({tensor_sketch_kind(),
                                    tensor_sketch_fast_kind(),
                                    random_maclaurin_published_kind(),
                                    random_maclaurin_restricted_kind(),
                                    random_maclaurin_h01_kind(),
                                    random_kitchen_sinks_kind(),
                                    quasi_monte_carlo_kind(),
                                    orthogonal_features_kind(),
                                    structured_orthogonal_kind(),
                                    fastfood_kind(),
                                    compact_features_kind(),
                                    tefm_gaussian_kind(),
                                    tefm_hadamard_kind(),
                                    fourier_svd_kind(),
                                    nystrom_uniform_kind(),
                                    nystrom_leverage_kind(),
                                    nystrom_rpcholesky_kind(),
                                    nystrom_given_kind(),
                                    kernel_pca_kind(),
                                    kernel_pca_sparsified_kind(),
                                    kernel_pca_quantised_kind(),
                                    kernel_pca_sampled_signs_kind(),
                                    pca_nystrom_kind(),
                                    fd_fourier_kind()});
  return kinds;
}

const FeatureMapKind& find_feature_map(std::string_view name) {
  std::vector<std::string> names;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  fail_unknown("feature map", name, names);
}

std::string_view defining_map(std::string_view name) {
  for (const FeatureMapKind& kind : feature_map_kinds())
    if (kind.name == name && !kind.fast_form_of.empty()) return kind.fast_form_of;
  return name;
}

MapRequest with_defaults(MapRequest request, const FeatureMapKind& kind) {
  if (request.read_parameters != nullptr) return request;
  request.parameters = with_defaults(request.parameters, kind.parameters);
  if (kind.read_parameters != nullptr) request.read_parameters = kind.read_parameters(request.parameters);
  return request;
}

void require_supported(const FeatureMapKind& kind, const Kernel& kernel) {
  require_supported(fmt::format("the feature map \"{}\"", kind.name), kind.supports, kernel);
}

void require_possible(const FeatureMapKind& kind, const MapRequest& asked) {
  check_count("D", asked.D, largest_D);
  check_count("the number of input features", asked.d_in, std::numeric_limits<std::int32_t>::max());
  asked.kernel.check();
  require_supported(kind, asked.kernel);
  const MapRequest request = with_defaults(asked, kind);
  // A request beyond what a process can address is a mistake in the numbers, not a lack of memory.
  constexpr double addressable = 0x1p47;
  const double bytes = kind.memory(request);
  if (!(bytes <= addressable))
    throw InputError(
        fmt::format("{} with D = {}, d = {} and the kernel {} needs {} of tables, expected at most {}",
                    kind.name, request.D, request.d_in, request.kernel.display(), readable_bytes(bytes),
                    readable_bytes(addressable)));
  if (kind.require_shape != nullptr) kind.require_shape(request);
}

double bytes_in_use(const FeatureMapKind& kind, const MapRequest& asked, int threads) {
  const MapRequest request = with_defaults(asked, kind);
  return kind.memory(request) + threads * kind.workspace(request);
}

Index features_of(const FeatureMapKind& kind, const MapRequest& request) {
  return kind.d_out == nullptr ? request.D : kind.d_out(with_defaults(request, kind));
}

std::unique_ptr<FeatureMap> make_feature_map(std::string_view name, const MapRequest& request,
                                             const Rows& train) {
  const FeatureMapKind& kind = request.external == nullptr ? find_feature_map(name) : request.external->kind;
  MapRequest complete = with_defaults(request, kind);
  complete.n_train = train.size();
  if (kind.looks_at_data || complete.external != nullptr) require_valid_columns(train);
  require_possible(kind, complete);
  if (kind.looks_at_data && train.size() == 0)
    throw InputError(fmt::format("the feature map \"{}\" looks at training rows, and there are none", name));
  return kind.make(complete, train);
}

std::unique_ptr<FeatureMap> restore_feature_map(std::string_view name, const MapRequest& request,
                                                const MapParts& parts) {
  const FeatureMapKind& kind = find_feature_map(name);
  if (kind.restore == nullptr) throw Error(fmt::format("the feature map \"{}\" has no parts", name));
  const MapRequest complete = with_defaults(request, kind);
  require_possible(kind, complete);
  return kind.restore(complete, parts);
}

void FeatureMap::check_shapes(const Rows& x, const MatrixRef& z) const {
  if (x.dim() != d_in_)
    throw InputError(
        fmt::format("the rows have {} features, expected {} as the map was made for", x.dim(), d_in_));
  if (z.n != x.size() || z.d != d_out_ || z.stride < d_out_)
    throw InputError(
        fmt::format("the output is {} x {} with stride {}, expected {} x {} with a stride of at least {}",
                    z.n, z.d, z.stride, x.size(), d_out_, d_out_));
  require_valid_columns(x);
}

}  // namespace sketchbench
