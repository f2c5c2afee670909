#pragma once
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

/// Kernel PCA in the span of m landmarks: Nystrom features (NystromMap), and of those of the training rows
/// the D leading principal directions (PrincipalDirections), which are the eigenvectors of the Nystrom matrix
/// K_nL K_LL^+ K_Ln in its own features. For kernels of every family; O(n m (d + m) + m^3).
///
/// Parameters: "landmarks" (how they are chosen: nystrom/landmarks.hpp), "m" (their number; 0: 4 D, but no
/// more than half of the training rows unless D is), "centred" (1: the features less their mean over the
/// training rows).
///
/// A record has the number of "landmarks" and the rank of their kernel matrix ("landmark_rank"), the
/// "eigenvalues" of the Nystrom matrix, D of them, how many are above "cut_off" of the largest ("rank"; the
/// features of the others are 0), and groups of them that coincide to 1e-6 of the largest ("coinciding"): of
/// such features only the space is identified.
FeatureMapKind pca_nystrom_kind();

}  // namespace sketchbench
