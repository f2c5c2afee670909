#pragma once
#include "features/feature_map.hpp"

namespace sketchbench {

/// The baseline that randomised directions approximate: the l leading right singular vectors of F, the d
/// Fourier features of n training rows, as eigenvectors of F^T F in double precision; O(n d^2 + d^3). No l
/// directions leave less of F (Eckart & Young 1936). Singular values below 1e-8 of the largest are lost in
/// F^T F; directions that belong to them are orthonormal to the others and nothing else. F is not centred:
/// inner products estimate the kernel.
FeatureMapKind fourier_svd_kind();

}  // namespace sketchbench
