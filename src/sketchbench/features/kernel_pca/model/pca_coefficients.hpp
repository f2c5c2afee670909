#pragma once
#include <Eigen/Core>

#include <sketchbench/numerics/eigensolvers/eigenpairs.hpp>

namespace sketchbench {

/// The kernel expansions of kernel PCA's features (KernelExpansions): f_k(x) = lambda_k^(-1/2) sum over i of
/// v_ik kappa(x_i, x) (Schölkopf, Smola & Müller 1998, equation 4.1), which is at the training rows
/// themselves lambda_k^(1/2) v_ik: Z Z^T = V Lambda V^T.
struct PcaCoefficients {
  Eigen::MatrixXf coefficients;  ///< m x l
  Eigen::VectorXd offsets;       ///< l; none where nothing is centred
  Index rank = 0;                ///< features that are not 0: the first ones
  /// Coefficients that are not 0, of the m rank there are; 0 for rank 0.
  double nonzero_share = 0;
};

struct CoefficientChoices {
  /// The mean of each row of the kernel matrix, where the eigenpairs are those of the centred one; none else.
  /// The mean of a feature over the training rows is then 0.
  Eigen::VectorXd row_means = {};
  /// The s of rounded_coefficients(), for v_k before it is divided by lambda_k^(1/2); 0: not rounded.
  double rounding = 0;
  Seed seed = 1;  ///< of that rounding, feature k with its stream k
};

/// Features of eigenvalues that are at most `kernel_pca_cut_off` of the largest absolute one, and of those
/// that are not above 0, are 0: of a matrix of low rank nothing else is left there than the roundings of
/// products in single precision. Throws InputError for eigenvalues that are not finite.
PcaCoefficients pca_coefficients(const Eigenpairs& found, const CoefficientChoices& choices = {});

inline constexpr double kernel_pca_cut_off = 1e-6;

}  // namespace sketchbench
