#pragma once
#include <sketchbench/features/fourier/hadamard_map.hpp>

namespace sketchbench {

/// Structured orthogonal random features (Yu et al. 2016, section 4) for the Gaussian kernel: frequencies are
/// the rows of sqrt(p) / sigma H D1 H D2 H D3, where H is the orthonormal Hadamard matrix of p = 2^k >= d
/// rows and D1, D2, D3 have random signs. Rows are padded with zeros. The estimate has a small bias, which
/// falls with p (their Theorem 3): for few input features it is no estimate of the kernel's value.
HadamardMap structured_orthogonal(Index d_in, double sigma, Index D, Seed seed);

FeatureMapKind structured_orthogonal_kind();

}  // namespace sketchbench
