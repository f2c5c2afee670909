#pragma once
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/features/fourier/frequency_map.hpp>

namespace sketchbench {

// What kinds of projected Fourier features have in common: l = D directions of d Fourier features.

/// d: the parameter "d", or where it is 0 (its default) what the parameter "fourier" says: 4 l (the default;
/// Chen et al. 2015, section 4.1) or l^2 (their analysis, section 3.2).
Index fourier_features(const MapRequest& request);

/// The Fourier features that they are made of: those of Random Kitchen Sinks with the same seed.
FrequencyMap fourier_of(const MapRequest& request);

/// A kind of ProjectedFeatures with the parameters "d", "fourier" and "form"; what is its own is left to be
/// filled in. It asks for l <= d, and for at least l training rows: fewer rows span fewer directions.
FeatureMapKind embedding_kind();

/// Bytes of a map, and of a pass in its making.
double embedding_memory(const MapRequest& request);

/// Operations for a row: d m of the Fourier features, m input features.
double fourier_operations(const MapRequest& request);

}  // namespace sketchbench
