#pragma once
#include <sketchbench/features/fourier/frequency_map.hpp>
#include <sketchbench/features/fourier/spectral_measure.hpp>

namespace sketchbench {

/// Random Kitchen Sinks (Rahimi & Recht 2007): independent frequencies from the kernel's spectral measure.
/// An unbiased estimate of any shift-invariant kernel with the variance of fourier_variance(). D counts
/// features: D / 2 frequencies in pairs, D with offsets.
FrequencyMap random_kitchen_sinks(Index d_in, const Kernel& kernel, Index D, FourierForm form, Seed seed);

/// Frequency j is drawn from stream j of (seed, purpose): it does not depend on how many there are.
PanelMatrix<float> independent_frequencies(Index d_in, const SpectralMeasure& measure, Index count, Seed seed,
                                           const std::string& purpose);

FeatureMapKind random_kitchen_sinks_kind();

}  // namespace sketchbench
