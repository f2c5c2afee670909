#pragma once
#include "features/embedding/projected_features.hpp"

namespace sketchbench {

/// The training-efficient feature map (Chen et al. 2015): l directions near to which the d Fourier features F
/// of n training rows lie, found by a random projection, and new features G = F Q.
///
/// TEFM-G, Algorithm 1: Y = (F^T F)^q F^T Theta with a Gaussian Theta, n x l, and Q R = Y. Between two powers
/// Y is replaced with an orthonormal basis of its columns, which has the same Q and does not lose the smaller
/// directions to rounding for q > 1. Of F, q + 1 passes are made.
Eigen::MatrixXd tefm_gaussian_directions(const FrequencyMap& fourier, const Rows& train, Index l, int q,
                                         Seed seed);

/// TEFM-S, Algorithm 2: q = 0, and Theta is a subsampled randomised Hadamard transform of n rows.
Eigen::MatrixXd tefm_hadamard_directions(const FrequencyMap& fourier, const Rows& train, Index l, Seed seed);

FeatureMapKind tefm_gaussian_kind();
FeatureMapKind tefm_hadamard_kind();

}  // namespace sketchbench
