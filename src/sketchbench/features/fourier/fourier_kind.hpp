#pragma once
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/fourier/phase_features.hpp>

namespace sketchbench {

// What kinds of Fourier features have in common.

struct FourierFormParameter : MapParameters {
  std::string form = "pairs";

  static const FieldInfo& form_info();
  static const Fields<FourierFormParameter>& fields();
};
FourierForm fourier_form(const MapRequest& request);

/// The beginning of formulas: which frequencies they are is to follow.
inline constexpr const char* pairs_formula =
    "z(x) = sqrt(2 / D) (cos <w_j, x>, sin <w_j, x>) for D / 2 frequencies w_j";

/// d D operations for a row.
inline double product_operations(const MapRequest& request) {
  return static_cast<double>(request.d_in) * static_cast<double>(request.D);
}

/// The exact variance for independent frequencies; empty for a kernel that the pair's moments do not tell.
PairVariance independent_frequencies_variance(const MapRequest& request, FourierForm form);

/// A kind of FrequencyMap; what is its own is left to be filled in.
FeatureMapKind frequency_map_kind();

bool is_gaussian(const Kernel& kernel);
/// Its sigma; the kind's `supports` has been asked before.
double gaussian_sigma(const MapRequest& request);

}  // namespace sketchbench
