#pragma once
#include <span>
#include <vector>

#include <sketchbench/report/verdicts/welch.hpp>

namespace sketchbench {

/// What several draws on each of several random splits say of a number: a split moves all draws on it
/// together, and is drawn itself, so that it is what counts as one observation (one-way layout with random
/// effects, Searle, Casella & McCulloch 1992, "Variance Components"). Many draws on a few splits know the
/// splits' mean no better than that.
struct SplitEffect {
  double mean = 0;  ///< of the splits' means
  int splits = 0;
  double draws = 0;      ///< on a split, the harmonic mean
  VariancePart between;  ///< of the splits' means, with what is left in them of the draws
  VariancePart within;   ///< of draws on a split; of none where each has one

  /// The mean over all splits and draws there could be: error and freedom are those of the splits' means.
  WelchEstimate over_splits() const;
  /// The variance of the split alone: that of the splits' means less the draws' share in them, with
  /// Satterthwaite's degrees of freedom; 0, as well known as the splits' means are, where the draws explain
  /// all of it.
  VariancePart of_split() const;
};

/// Error for fewer than two splits, and for one without values.
SplitEffect split_effect(std::span<const std::vector<double>> values_by_split);

}  // namespace sketchbench
