#include <sketchbench/features/embedding/embedding_kind.hpp>

#include <fmt/format.h>

#include <limits>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/embedding/projected_features.hpp>
#include <sketchbench/features/embedding/row_space.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>
#include <sketchbench/features/fourier/random_kitchen_sinks.hpp>

namespace sketchbench {
namespace {

struct FourierFeatures {
  Index d = 0;
  std::string fourier = "4l";

  static const Fields<FourierFeatures>& fields() {
    static const Fields<FourierFeatures> all = {
        {{.name = "d",
          .meaning = "Fourier features that directions are found for; 0: as \"fourier\" says",
          .low = 0,
          .high = std::numeric_limits<std::int32_t>::max()},
         &FourierFeatures::d},
        {{.name = "fourier", .meaning = "their number where d is 0, with l = D", .choices = {"4l", "l^2"}},
         &FourierFeatures::fourier}};
    return all;
  }
};

}  // namespace

Index fourier_features(const MapRequest& request) {
  const auto asked = map_parameters<FourierFeatures>(request.parameters);
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
  kind.parameters = FourierFeatures::fields().info();
  kind.parameters.push_back(FourierFormParameter::fields().info().front());
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
