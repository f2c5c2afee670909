#pragma once
#include "features/fourier/frequency_map.hpp"

namespace sketchbench {

/// Orthogonal random features (Yu et al. 2016, section 3) for the Gaussian kernel: the frequencies come in
/// blocks of d that are orthogonal to each other, uniformly so, each with the length of a normal vector of
/// its own. Every frequency by itself is distributed as in Random Kitchen Sinks: the estimate is unbiased,
/// with a smaller variance, because the product of two cosines of a block has the mean
/// e^-s 1F1(-d/2; d/2; s) with s = |x - y|^2 / (2 sigma^2), where that of independent ones is e^-2s. A cosine
/// and a sine of each.
FrequencyMap orthogonal_features(Index d_in, double sigma, Index D, Seed seed);

FeatureMapKind orthogonal_features_kind();

}  // namespace sketchbench
