#pragma once
#include <optional>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/core/types.hpp>
#include <sketchbench/report/results/run_rows.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

/// Lists have an entry for each map.
struct KernelPca {
  Index rows = 0;
  std::optional<double> sigma;  ///< that a rule chose for the kernel
  Index components = 0;         ///< asked for
  /// Of which subspaces and eigenvalues are compared: fewer where the eigenvalues of K at "components"
  /// coincide (identified_components()).
  Index compared = 0;
  int centred = 0;                  ///< 1: the Gram matrix was centred
  std::vector<double> eigenvalues;  ///< of K, largest first: components + 1, or rows
  /// What errors of subspaces cannot be told apart from 0 below (subspace_uncertainty()).
  double uncertainty = 0;
  double exact_residual = 0;                          ///< ExactEigenpairs::residual
  bool exact_converged = true;                        ///< ExactEigenpairs::converged
  Json map_facts;                                     ///< FeatureMap::facts() of maps that have some
  std::vector<double> subspace_error;                 ///< sine of the largest principal angle
  std::vector<double> mean_squared_sine;              ///< over the principal angles
  std::vector<std::vector<double>> eigenvalue_error;  ///< |that of Z Z^T - lambda| / lambda, `compared` each
  std::vector<double> captured_share;             ///< trace(U^T K U) over the sum of the largest eigenvalues
  std::vector<double> make_seconds, map_seconds;  ///< CPU, of making the map and of mapping the sample
  double map_bytes = 0;                           ///< FeatureMap::memory_bytes() of the first map
  double working_bytes = 0;  ///< bytes_in_use(): with what its making takes, a Gram matrix among it
  std::vector<double> accuracy, train_seconds;  ///< per cent, and CPU; empty unless asked for

  /// CPU, of making each map and mapping the sample.
  std::vector<double> seconds() const;
  /// A number among each map's facts; empty where the maps do not tell it.
  std::vector<double> fact(const char* key) const;
  /// Whose eigensolver ended before its tolerance.
  int unconverged_maps() const;
  /// Throws InputError where a list has not an entry for each map.
  void check(const StrictObject& result) const;
  static const Fields<KernelPca>& fields();
};

/// One line of the table: a data set, kernel, map with its parameters, and D. Samples are over the maps.
struct KernelPcaRow : RunGroup {
  explicit KernelPcaRow(RunGroup group);

  std::optional<KernelPca> pca;  ///< none without a record
  Sample subspace_error;
  Sample seconds;  ///< CPU, of making the map and mapping the sample
};

/// Everything that the report of one configuration is made from.
using KernelPcaResults = RunRows<KernelPcaRow>;

}  // namespace sketchbench
