#pragma once
#include <cstddef>
#include <vector>

#include "core/json.hpp"
#include "core/types.hpp"

namespace sketchbench {

/// A record's result. Lists have an entry for each map.
struct KernelPca {
  Index rows = 0;
  double sigma = 0;      ///< 0 for a kernel without one
  Index components = 0;  ///< asked for
  /// Of which subspaces and eigenvalues are compared: fewer where the eigenvalues of K at "components"
  /// coincide (identified_components()).
  Index compared = 0;
  bool centred = false;
  std::vector<double> eigenvalues;  ///< of K, largest first: components + 1, or rows
  /// What errors of subspaces cannot be told apart from 0 below (subspace_uncertainty()).
  double uncertainty = 0;
  bool exact_converged = true;       ///< ExactEigenpairs::converged
  std::size_t unconverged_maps = 0;  ///< whose eigensolver ended before its tolerance, by FeatureMap::facts()
  std::vector<double> subspace_error;                 ///< sine of the largest principal angle
  std::vector<double> mean_squared_sine;              ///< over the principal angles
  std::vector<std::vector<double>> eigenvalue_error;  ///< |that of Z Z^T - lambda| / lambda, `compared` each
  std::vector<double> captured_share;             ///< trace(U^T K U) over the sum of the largest eigenvalues
  std::vector<double> make_seconds, map_seconds;  ///< CPU, of making the map and of mapping the sample
  double map_bytes = 0;                           ///< FeatureMap::memory_bytes() of the first map
  double working_bytes = 0;  ///< bytes_in_use(): with what its making takes, a Gram matrix among it
  std::vector<double> accuracy, train_seconds;  ///< per cent, and CPU; empty unless asked for
};
/// Throws Json::exception where something is missing, InputError where a number cannot be.
KernelPca kernel_pca_of(const Json& result);

}  // namespace sketchbench
