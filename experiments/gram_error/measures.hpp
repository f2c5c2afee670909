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

// The least value of regularised training with the square loss,
//     L = min over w of lambda / 2 |w|^2 + 1 / (2 n) sum_i (<w, z_i> - y_i)^2
// (Chen et al., IJCAI 2015, Eq. 11 with l(t) = t^2 / 2). No intercept. `lambda` > 0. Threads change no bit.

/// With the kernel's own feature space: lambda / 2 y^T (K + n lambda I)^-1 y, by a Cholesky factor in double
/// precision. `kernel`: n x n, symmetric; lost. InputError where K + n lambda I is singular to double
/// precision.
double training_optimum(Eigen::MatrixXd kernel, std::span<const float> y, double lambda, int threads);

/// With the features z_i, the rows of `features` (n x D): by the D x D system, and from the w that it gives,
/// so that the optimum's digits do not go lost in a difference of large numbers. InputError likewise.
double training_optimum(const Rows& features, std::span<const float> y, double lambda, int threads);

}  // namespace sketchbench
