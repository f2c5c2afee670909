#pragma once
#include <sketchbench/features/fourier/frequency_map.hpp>

namespace sketchbench {

/// Orthogonal random features (Yu et al. 2016, section 3) for the Gaussian kernel: the frequencies come in
/// blocks of d that are orthogonal to each other, uniformly so, each with the length of a normal vector of
/// its own. Every frequency by itself is distributed as in Random Kitchen Sinks: the estimate is unbiased,
/// with a smaller variance (orthogonal_variance()). A cosine and a sine of each.
FrequencyMap orthogonal_features(Index d_in, double sigma, Index D, Seed seed);

/// E cos <z, v> cos <z', v> for two frequencies of a block, with s = |v|^2 / (2 sigma^2); e^-2s for
/// independent ones. z + z' has the squared length of a normal vector with 2 d coordinates and any direction,
/// so that the series of the cosine has the mean
///     sum over k of (-2s)^k / k! (d)_k / (2^k (d/2)_k) = 1F1(d; d/2; -s) = e^-s 1F1(-d/2; d/2; s),
/// the last by Kummer's transformation. d >= 2.
double mean_of_orthogonal_cosines(Index d, double s);

/// The exact variance of <f(x), f(y)>, s = |x - y|^2 / (2 sigma^2): that of independent frequencies
/// (fourier_variance()), and for any two of a block their weights, 2 / D for a pair and 1 / D for a lone one,
/// times mean_of_orthogonal_cosines() - e^-2s.
double orthogonal_variance(Index d_in, Index D, double s);

FeatureMapKind orthogonal_features_kind();

}  // namespace sketchbench
