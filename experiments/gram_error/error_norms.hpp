#pragma once
#include <Eigen/Core>
#include <span>
#include <vector>

#include <sketchbench/core/rows.hpp>
#include <sketchbench/numerics/spectral_norm.hpp>

namespace sketchbench {

/// |K|. `kernel`: symmetric, n x n.
SpectralNorm norm_of(const Eigen::MatrixXd& kernel, double tolerance, int threads);

/// |K - Z Z^T| for each Z, n x D. No n x n matrix is formed: the norms are found side by side, so that K is
/// read once for all of them, and Z Z^T is applied as two products.
std::vector<SpectralNorm> error_norms(const Eigen::MatrixXd& kernel, std::span<const DenseMatrix> features,
                                      double tolerance, int threads);

}  // namespace sketchbench
