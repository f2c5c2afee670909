#pragma once
#include <optional>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include "experiments/kernel_error/predicted_errors.hpp"

namespace sketchbench {

/// How far the inner products of mapped rows are from the kernel, over all pairs of some rows of
/// the training part, and how far theory says that they are. The rows are a fixed random choice; a cell draws
/// the maps of seeds 1 to `maps` itself, so that one record is one point of a curve with its error bar.
Experiment kernel_error_experiment();

struct KernelErrorParameters {
  Index rows = 1000;
  int maps = 20;
  Seed pairs_seed = 1;

  static const Fields<KernelErrorParameters>& fields();
};

struct KernelError {
  Index rows = 0;
  int maps = 0;
  std::optional<double> sigma;            ///< that a rule chose for the kernel
  Index pairs = 0, pairs_left_out = 0;    ///< left out: kappa = 0 (kernel_pairs.hpp)
  std::vector<double> relative_error;     ///< RelativeErrors::mean of each map
  std::vector<double> mean_square;        ///< RelativeErrors::mean_square of each map
  std::optional<PredictedErrors> theory;  ///< by the exact variance; none for a map without a formula

  /// What the bound of the variance says that the map's authors state (for Tensor Sketching Lemma 6 of Pham &
  /// Pagh 2013), and the pairs on which the exact variance exceeds it.
  struct StatedBound : PredictedErrors {
    Index pairs_beyond = 0;
    double largest_ratio = 0;                ///< of exact / bound over all pairs
    double mean_ratio_beyond = 0;            ///< of exact / bound over the pairs beyond
    std::vector<double> mean_square_beyond;  ///< measured over them, for each map; empty where there are none

    static const Fields<StatedBound>& fields();
  };
  std::optional<StatedBound> bound;

  static const Fields<KernelError>& fields();
};

}  // namespace sketchbench
