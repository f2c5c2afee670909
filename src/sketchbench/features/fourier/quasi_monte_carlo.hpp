#pragma once
#include <sketchbench/features/fourier/frequency_map.hpp>

namespace sketchbench {

/// Quasi-Monte Carlo features (Yang et al. 2014): the frequencies are points of Sobol's sequence, which the
/// seed scrambles (SobolPoints), through the inverse distribution function of the kernel's spectral measure;
/// a cosine and a sine of each. Every frequency by itself is distributed as in Random Kitchen Sinks, up to
/// the 2^-32 between points, and so the estimate is unbiased; its variance has no formula. At most
/// SobolPoints::most_dimensions() input features.
FrequencyMap quasi_monte_carlo(Index d_in, const Kernel& kernel, Index D, Seed seed);

FeatureMapKind quasi_monte_carlo_kind();

}  // namespace sketchbench
