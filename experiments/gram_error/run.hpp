#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/cell/experiment.hpp"

namespace sketchbench {

/// "gram_error": |K - Z Z^T| / |K| in the spectral norm, where K is the Gram matrix of a sample of training
/// rows and Z their features (Chen et al., IJCAI 2015, section 4.1), for a number of independent maps. A map
/// that looks at data sees the sample.
///
/// Parameters: "rows" (default 1000; 0: all training rows; at most 20,000), "maps" (default 10), "rows_seed"
/// (default 1): which rows are drawn, "tolerance" (default 0.001): of both norms, relative (SpectralNorm),
/// "lambda" (none by default): also the optimum of regularised training with the square loss on the sample's
/// targets (class labels as numbers), with the kernel and with each map's features (training_optimum.hpp;
/// section 3.3, Theorem 3).
Experiment gram_error_experiment();

/// "at most 3 maps of 1,000 rows": what a --quick run takes.
std::string gram_error_quick_limits();

/// A record's result.
struct GramError {
  Index rows = 0;
  double sigma = 0;                    ///< 0 for a kernel without one
  double kernel_norm = 0;              ///< |K|
  std::vector<double> relative_error;  ///< of each map
  std::vector<double> map_seconds;     ///< CPU time of making each map and mapping the sample
  std::optional<double> optimum;       ///< of training with the kernel; none without "lambda"
  std::vector<double> gap;  ///< optimum with each map's features, less that; empty without "lambda"
};
GramError gram_error_of(const Json& result);

}  // namespace sketchbench
