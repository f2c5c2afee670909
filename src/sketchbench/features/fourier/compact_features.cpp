#include <sketchbench/features/fourier/compact_features.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/buffered_blocks.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>
#include <sketchbench/features/fourier/random_kitchen_sinks.hpp>
#include <sketchbench/numerics/transforms/walsh_hadamard.hpp>

namespace sketchbench {
namespace {

constexpr const char* name = "craft";
constexpr auto form = FourierForm::pairs;
constexpr Index growth = 4;  ///< E / D where nothing else is said

struct UpProjection : MapParameters {
  Index E = 0;

  static const Fields<UpProjection>& fields() {
    static const Fields<UpProjection> all = {{{.name = "E",
                                               .meaning = "features before the projection down to D; 0: 4 D",
                                               .low = 0,
                                               .high = static_cast<double>(largest_padded)},
                                              &UpProjection::E}};
    return all;
  }
};

Index up_projection(const MapRequest& request) {
  const Index asked = parameters_of<UpProjection>(request).E;
  return asked > 0 ? asked : growth * request.D;
}

FrequencyMap up_map(Index d_in, const Kernel& kernel, Index E, Seed seed) {
  return {
      independent_frequencies(d_in, SpectralMeasure(kernel), PhaseFeatures::frequencies(E, form), seed, name),
      E, form, seed, name};
}

double workspace(Index E) {
  return buffers_memory<float>({.first = padded_to_power_of_two(E)}) + FrequencyMap::workspace();
}

}  // namespace

CompactFeatures::CompactFeatures(Index d_in, const Kernel& kernel, Index E, Index D, Seed seed)
    : FeatureMap(d_in, D), up_(up_map(d_in, kernel, E, seed)), down_(E, D, seed, name) {}

void CompactFeatures::transform(const Rows& x, MatrixRef z, int threads) const {
  check_shapes(x, z);
  const Index stride = down_.padded();
  const auto project = [&](const Rows& rows, const MatrixRef& out, float* features, float* /*unused*/) {
    up_.transform(rows, MatrixRef(features, rows.size(), up_.d_out(), stride));
    for (Index i = 0; i < rows.size(); ++i) down_.apply(features + i * stride, out.row(i));
  };
  for_buffered_blocks<float>(x, z, threads, {.first = stride}, project);
}

PairVariance compact_variance(const Kernel& kernel, Index E, Index D) {
  const KernelOfMoments moments = kernel_of_moments(kernel);
  if (moments == nullptr) return nullptr;
  return [moments, kernel, E, D](const PairMoments& pair) {
    const KernelAtTwoDistances k = moments(kernel, pair);
    const double sum_twice = moments(kernel, {-pair.inner, pair.norm_x, pair.norm_y, pair.squares}).twice;
    const double of_features = fourier_variance(E, form, k.once, k.twice);
    const auto p = static_cast<double>(padded_to_power_of_two(E)), rows = static_cast<double>(D),
               features = static_cast<double>(E), pairs = static_cast<double>(E / 2),
               lone = static_cast<double>(E % 2);
    if (rows == p) return of_features;  // the transform turns all of the space
    const double lengths = 1 + lone * k.twice / (2 * features * features);
    const double squares =
        (pairs * (2 + k.twice + sum_twice) + lone * (1 + k.twice / 2)) / (features * features);
    const double of_projection =
        (p - rows) / (rows * (p - 1)) * (lengths + k.once * k.once + of_features - 2 * squares);
    return std::max(0.0, of_features + of_projection);
  };
}

FeatureMapKind compact_features_kind() {
  FeatureMapKind kind = frequency_map_kind();
  kind.family = MapFamily::structured;
  kind.name = name;
  kind.summary = "CRAFTMaps: Random Kitchen Sinks, projected down by a Hadamard transform";
  kind.title = "Compact feature maps";
  kind.brief = "CRAFT";
  kind.formula =
      "z(x) = P z'(x): E random Fourier features z', and P a subsampled randomised Hadamard transform";
  kind.python.name = "CompactFeatures";
  kind.citation =
      "Hamid, R., Xiao, Y., Gittens, A. and DeCoste, D. (2014). Compact random feature maps. ICML.";
  kind.remark =
      "Compact feature maps: E features of Random Kitchen Sinks (4 D unless the configuration says "
      "otherwise), projected down to D by a subsampled randomised Hadamard transform.";
  set_parameters<UpProjection>(kind);
  kind.make = [](const MapRequest& request, const Rows&) -> std::unique_ptr<FeatureMap> {
    return std::make_unique<CompactFeatures>(request.d_in, request.kernel, up_projection(request), request.D,
                                             request.seed);
  };
  kind.variance = [](const MapRequest& request) {
    return compact_variance(request.kernel, up_projection(request), request.D);
  };
  kind.memory = [](const MapRequest& request) {
    const Index E = up_projection(request);
    return FrequencyMap::memory(request.d_in, E, form) + SubsampledHadamard::memory(E, request.D);
  };
  kind.workspace = [](const MapRequest& request) { return workspace(up_projection(request)); };
  kind.require_shape = [](const MapRequest& request) {
    if (const Index E = up_projection(request); E < request.D)
      throw InputError(fmt::format("E is {}, expected 0 for 4 D, or at least D = {}", E, request.D));
    require_padded("E", up_projection(request));
    require_frequencies(request.kernel);
  };
  kind.seconds_of_row = [](const MapRequest& request, double nonzeros) {
    const Index E = up_projection(request);
    return FrequencyMap::seconds_of_row(nonzeros, E, form) + FrequencyMap::draw_share(request, E, form) +
           1e-9 * static_cast<double>(E);
  };
  return kind;
}

}  // namespace sketchbench
