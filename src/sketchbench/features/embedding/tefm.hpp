#pragma once
#include <sketchbench/features/embedding/projected_features.hpp>

namespace sketchbench {

/// The training-efficient feature map (Chen et al. 2015): l directions near to which the d Fourier features F
/// of n training rows lie, found by a random projection, and new features G = F Q.
///
/// TEFM-G, Algorithm 1: Y = (F^T F)^q F^T Theta with a Gaussian Theta, n x l, and Q R = Y. Between two powers
/// Y is replaced with an orthonormal basis of its columns, which has the same Q. Of F, q + 1 passes are made.
/// Products are in single precision (row_space.hpp): directions whose singular values are below about 1e-6 of
/// the largest are lost for every q. Without the basis between them, powers would lose those below the
/// (2 q + 1)-th root of that, 1e-2 for q = 1.
Eigen::MatrixXd tefm_gaussian_directions(const FrequencyMap& fourier, const Rows& train, Index l, int q,
                                         Seed seed);

/// TEFM-S, Algorithm 2: q = 0, and Theta is a subsampled randomised Hadamard transform of n rows.
Eigen::MatrixXd tefm_hadamard_directions(const FrequencyMap& fourier, const Rows& train, Index l, Seed seed);

FeatureMapKind tefm_gaussian_kind();
FeatureMapKind tefm_hadamard_kind();

}  // namespace sketchbench
