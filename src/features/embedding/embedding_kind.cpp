#include "features/embedding/embedding_kind.hpp"

#include <fmt/format.h>

#include <limits>

#include "core/error.hpp"
#include "features/embedding/projected_features.hpp"
#include "features/embedding/row_space.hpp"
#include "features/fourier/fourier_kind.hpp"
#include "features/fourier/random_kitchen_sinks.hpp"

namespace sketchbench {
namespace {

const MapParameter& count_parameter() {
  static const MapParameter d{
      .name = "d",
      .meaning = "Fourier features that directions are found for; 0: as \"fourier\" says",
      .otherwise = 0,
      .low = 0,
      .high = std::numeric_limits<std::int32_t>::max()};
  return d;
}

const MapParameter& rule_parameter() {
  static const MapParameter fourier{.name = "fourier",
                                    .meaning = "their number where d is 0, with l = D",
                                    .otherwise = "4l",
                                    .choices = {"4l", "l^2"}};
  return fourier;
}

}  // namespace

Index fourier_features(const MapRequest& request) {
  const Json all = with_defaults(request.parameters, {count_parameter(), rule_parameter()});
  if (const auto asked = all.at(count_parameter().name).get<Index>(); asked > 0) return asked;
  return request.D * (all.at(rule_parameter().name) == "l^2" ? request.D : 4);
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
  kind.parameters = {count_parameter(), rule_parameter(), fourier_form_parameter()};
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
