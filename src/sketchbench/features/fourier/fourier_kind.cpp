#include <sketchbench/features/fourier/fourier_kind.hpp>

#include <sketchbench/features/fourier/frequency_map.hpp>
#include <sketchbench/features/fourier/spectral_measure.hpp>

namespace sketchbench {

const FieldInfo& FourierFormParameter::form_info() {
  static const FieldInfo info = {
      .name = "form",
      .meaning =
          "\"pairs\": a cosine and a sine of D / 2 frequencies; \"offset\": cosines of D frequencies, "
          "each with a random offset",
      .choices = {"pairs", "offset"}};
  return info;
}

const Fields<FourierFormParameter>& FourierFormParameter::fields() {
  static const Fields<FourierFormParameter> all = {{form_info(), &FourierFormParameter::form}};
  return all;
}

FourierForm fourier_form(const MapRequest& request) {
  return parameters_of<FourierFormParameter>(request).form == "offset" ? FourierForm::offset
                                                                       : FourierForm::pairs;
}

PairVariance independent_frequencies_variance(const MapRequest& request, FourierForm form) {
  const KernelOfMoments moments = kernel_of_moments(request.kernel);
  if (moments == nullptr) return nullptr;
  return [moments, form, kernel = request.kernel, D = request.D](const PairMoments& pair) {
    const KernelAtTwoDistances k = moments(kernel, pair);
    return fourier_variance(D, form, k.once, k.twice);
  };
}

FeatureMapKind frequency_map_kind() {
  return {
      .summary = {},
      .family = MapFamily::fourier,
      .supports = has_spectral_measure,
      .make = nullptr,
      .memory =
          [](const MapRequest& request) {
            return FrequencyMap::memory(request.d_in, request.D, fourier_form(request));
          },
      .workspace = [](const MapRequest&) { return FrequencyMap::workspace(); },
      .require_shape = [](const MapRequest& request) { require_frequencies(request.kernel); },
      .seconds_of_row =
          [](const MapRequest& request, double nonzeros) {
            const FourierForm form = fourier_form(request);
            return FrequencyMap::seconds_of_row(nonzeros, request.D, form) +
                   FrequencyMap::draw_share(request, request.D, form);
          },
  };
}

bool is_gaussian(const Kernel& kernel) { return kernel.as<GaussianKernel>() != nullptr; }

double gaussian_sigma(const MapRequest& request) {
  return require_family<GaussianKernel>(request.kernel, "this map").sigma.value();
}

}  // namespace sketchbench
