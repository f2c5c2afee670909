#pragma once
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

/// The baseline that randomised directions approximate: the l leading right singular vectors of F, the d
/// Fourier features of n training rows, as eigenvectors of F^T F; O(n d^2 + d^3). No l directions leave less
/// of F (Eckart & Young 1936). The eigenvectors are found in double precision, but the products of a block of
/// rows are summed up in single precision (row_space.hpp), which leaves an error of about 6e-8 of the largest
/// eigenvalue: singular values below about 2e-4 of the largest are lost in F^T F, and those that are a few
/// times as large are inexact. Directions that belong to what is lost are orthonormal to the others and
/// nothing else. F is not centred: inner products estimate the kernel.
FeatureMapKind fourier_svd_kind();

}  // namespace sketchbench
