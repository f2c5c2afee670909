#pragma once
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {

/// Kernel PCA of a stream (Ghashami, Perry & Phillips 2016): Random Kitchen Sinks features of the training
/// rows, block by block, into a frequent-directions sketch of 2 D rows (FrequentDirections), and the features
/// in its D leading right singular vectors. What its making takes, O(d D), does not depend on the number of
/// training rows. The features are not centred: inner products estimate the kernel.
///
/// A record has |F|_F^2 of the Fourier features F ("squared_norm"), what no direction has lost more of than
/// this ("shrunk"), and the sketch's squared singular values ("eigenvalues"), each at most that much below
/// the eigenvalue of F F^T that it stands for.
FeatureMapKind fd_fourier_kind();

}  // namespace sketchbench
