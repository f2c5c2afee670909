#include <sketchbench/features/fourier/random_kitchen_sinks.hpp>

#include <sketchbench/features/fourier/fourier_kind.hpp>

namespace sketchbench {
namespace {

constexpr const char* name = "rks";

}  // namespace

PanelMatrix<float> independent_frequencies(Index d_in, const SpectralMeasure& measure, Index count, Seed seed,
                                           const std::string& purpose) {
  PanelMatrix<float> frequencies(d_in, count);
  for (Index j = 0; j < count; ++j) {
    RandomStream random(seed, purpose + ".frequency", static_cast<std::uint64_t>(j));
    for (Index k = 0; k < d_in; ++k) frequencies.at(k, j) = static_cast<float>(measure.draw(random));
  }
  return frequencies;
}

FrequencyMap random_kitchen_sinks(Index d_in, const Kernel& kernel, Index D, FourierForm form, Seed seed) {
  return {
      independent_frequencies(d_in, SpectralMeasure(kernel), PhaseFeatures::frequencies(D, form), seed, name),
      D, form, seed, name};
}

FeatureMapKind random_kitchen_sinks_kind() {
  FeatureMapKind kind = frequency_map_kind();
  kind.name = name;
  kind.summary = "Random Kitchen Sinks: cosines and sines of independent random frequencies";
  kind.title = "Random Kitchen Sinks";
  kind.brief = "RKS";
  kind.formula =
      std::string(pairs_formula) + ", or cos(<w_j, x> + b_j) for D, drawn from the kernel's spectral measure";
  kind.python.name = "RandomKitchenSinks";
  kind.citation = "Rahimi, A. and Recht, B. (2007). Random features for large-scale kernel machines. NIPS.";
  kind.claim = "d D";
  kind.claimed_operations = product_operations;
  set_parameters<FourierFormParameter>(kind);
  kind.make = [](const MapRequest& request, const Rows&) -> std::unique_ptr<FeatureMap> {
    return std::make_unique<FrequencyMap>(
        random_kitchen_sinks(request.d_in, request.kernel, request.D, fourier_form(request), request.seed));
  };
  kind.variance = [](const MapRequest& request) {
    return independent_frequencies_variance(request, fourier_form(request));
  };
  return kind;
}

}  // namespace sketchbench
