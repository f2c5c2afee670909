#include <sketchbench/features/embedding/embedding_kind.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/embedding/projected_features.hpp>
#include <sketchbench/features/embedding/row_space.hpp>
#include <sketchbench/features/fourier/random_kitchen_sinks.hpp>

namespace sketchbench {
const Fields<EmbeddingParameters>& EmbeddingParameters::fields() {
  static const Fields<EmbeddingParameters> all(common_fields<EmbeddingParameters>());
  return all;
}

Index fourier_features(const MapRequest& request) {
  const auto& asked = parameters_of<EmbeddingParameters>(request);
  if (asked.d > 0) return asked.d;
  return request.D * (asked.fourier == "l^2" ? request.D : 4);
}

FrequencyMap fourier_of(const MapRequest& request) {
  return random_kitchen_sinks(request.d_in, request.kernel, fourier_features(request), fourier_form(request),
                              request.seed);
}

double embedding_memory(const MapRequest& request) {
  const Index d = fourier_features(request);
  return ProjectedFeatures::memory(request.d_in, d, request.D, fourier_form(request)) +
         pass_memory(d, request.D);
}

double fourier_operations(const MapRequest& request) {
  return static_cast<double>(request.d_in) * static_cast<double>(fourier_features(request));
}

FeatureMapKind embedding_kind() {
  FeatureMapKind kind = frequency_map_kind();
  kind.family = MapFamily::embedding;
  set_parameters<EmbeddingParameters>(kind);
  kind.looks_at_data = true;
  kind.unbiased = false;
  kind.restore = [](const MapRequest& request, const MapParts& parts) -> std::unique_ptr<FeatureMap> {
    return std::make_unique<ProjectedFeatures>(fourier_of(request), request.D, MapPartsReader(parts));
  };
  kind.workspace = [](const MapRequest& request) {
    return ProjectedFeatures::workspace(fourier_features(request), request.D);
  };
  kind.require_shape = [](const MapRequest& request) {
    if (const Index d = fourier_features(request); d < request.D)
      throw InputError(fmt::format("d is {}, expected 0, or at least D = {}", d, request.D));
    if (request.n_train > 0) require_training_rows(request);
    require_frequencies(request.kernel);
  };
  return kind;
}

}  // namespace sketchbench
