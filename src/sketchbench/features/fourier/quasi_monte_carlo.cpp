#include <sketchbench/features/fourier/quasi_monte_carlo.hpp>

#include <fmt/format.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/features/fourier/fourier_kind.hpp>
#include <sketchbench/features/fourier/sobol_points.hpp>
#include <sketchbench/features/fourier/spectral_measure.hpp>

namespace sketchbench {
namespace {

constexpr const char* name = "qmc";
constexpr auto form = FourierForm::pairs;

PanelMatrix<float> sobol_frequencies(Index d_in, const Kernel& kernel, Index count, Seed seed) {
  const SpectralMeasure measure(kernel);
  const SobolPoints points(d_in, count, seed, name);
  PanelMatrix<float> frequencies(d_in, count);
  std::vector<double> u(static_cast<std::size_t>(count));
  for (Index k = 0; k < d_in; ++k) {
    points.coordinates(k, u);
    for (Index j = 0; j < count; ++j)
      frequencies.at(k, j) = static_cast<float>(measure.quantile(u[static_cast<std::size_t>(j)]));
  }
  return frequencies;
}

}  // namespace

FrequencyMap quasi_monte_carlo(Index d_in, const Kernel& kernel, Index D, Seed seed) {
  return {sobol_frequencies(d_in, kernel, PhaseFeatures::frequencies(D, form), seed), D, form, seed, name};
}

FeatureMapKind quasi_monte_carlo_kind() {
  FeatureMapKind kind = frequency_map_kind();
  kind.name = name;
  kind.summary = "Quasi-Monte Carlo features: the frequencies are scrambled Sobol points";
  kind.title = "Quasi-Monte Carlo features";
  kind.brief = "QMC";
  kind.formula =
      std::string(pairs_formula) + ", from a low-discrepancy sequence through the inverse distribution";
  kind.python.name = "QuasiMonteCarlo";
  kind.citation =
      "Yang, J., Sindhwani, V., Avron, H. and Mahoney, M. W. (2014). Quasi-Monte Carlo feature maps for "
      "shift-invariant kernels. ICML.";
  kind.claim = "d D";
  kind.claimed_operations = product_operations;
  kind.make = [](const MapRequest& request, const Rows&) -> std::unique_ptr<FeatureMap> {
    return std::make_unique<FrequencyMap>(
        quasi_monte_carlo(request.d_in, request.kernel, request.D, request.seed));
  };
  kind.memory = [](const MapRequest& request) {
    const auto count = static_cast<double>(PhaseFeatures::frequencies(request.D, form));
    return FrequencyMap::memory(request.d_in, request.D, form) + SobolPoints::memory(request.d_in) +
           sizeof(double) * count;
  };
  kind.require_shape = [](const MapRequest& request) {
    if (request.d_in > SobolPoints::most_dimensions())
      throw InputError(
          fmt::format("qmc on d = {} features: Sobol's sequence is known in {} dimensions, expected at most "
                      "so many features",
                      request.d_in, SobolPoints::most_dimensions()));
    require_frequencies(request.kernel);
  };
  return kind;
}

}  // namespace sketchbench
