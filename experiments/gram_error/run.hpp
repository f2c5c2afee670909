#pragma once
#include <optional>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

/// "gram_error": |K - Z Z^T| / |K| in the spectral norm, where K is the Gram matrix of a sample of training
/// rows and Z their features (Chen et al., IJCAI 2015, section 4.1), for a number of independent maps. A map
/// that looks at data sees the sample.
Experiment gram_error_experiment();

struct GramErrorParameters {
  Index rows = 1000;
  int maps = 10;
  Seed rows_seed = 1;
  double tolerance = 1e-3;
  std::optional<double> lambda;

  static const Fields<GramErrorParameters>& fields();
};

/// Lists have an entry for each map.
struct GramError {
  Index rows = 0;
  int maps = 0;
  std::optional<double> sigma;         ///< that a rule chose for the kernel
  double kernel_norm = 0;              ///< |K|
  std::vector<double> relative_error;  ///< |K - Z Z^T| / |K|
  double residual = 0;                 ///< the largest of the norms', relative (SpectralNorm)
  std::vector<double> map_seconds;     ///< CPU time of making each map and mapping the sample
  Json map_facts;                      ///< FeatureMap::facts() of maps that have some
  /// Of training with the kernel, and with each map's features less that (measures.hpp).
  std::optional<double> optimum;
  std::vector<double> gap;

  static const Fields<GramError>& fields();
};

}  // namespace sketchbench
