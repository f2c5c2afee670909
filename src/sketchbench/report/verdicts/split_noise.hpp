#pragma once
#include <limits>
#include <span>
#include <vector>

#include <sketchbench/report/verdicts/welch.hpp>

namespace sketchbench {

/// Fewer random splits than this say too little of what another one changes.
inline constexpr int least_splits = 10;

/// What drawing the random split again changes in an accuracy: its variance over splits, in squared
/// percentage points, on one side of a comparison.
struct SplitNoise {
  double variance = 0;
  double freedom = std::numeric_limits<double>::infinity();  ///< of its estimate
  int splits = 0;                                            ///< it was measured over; 0: not measured

  /// Of a difference of two accuracies, each on a split of its own that the other does not know.
  VariancePart of_both_sides() const { return {2 * variance, freedom}; }
};

/// From the accuracies of each split, in per cent, one for each seed of the map: the variance of the splits'
/// means (the split as a random effect). The seeds are the same on every split, and so are their maps: how
/// maps scatter moves all of the means alike and is not among it (a crossed layout, not a nested one), so
/// that nothing is to be taken off but what a map and a split do together, which is left in and errs on the
/// safe side. Error for fewer than least_splits.
SplitNoise measured_split_noise(std::span<const std::vector<double>> accuracies);

/// Where it was not measured: that of drawing `test_rows` rows at random and counting how many are right, p
/// (1 - p) / n. What the choice of the training rows changes comes on top of it.
SplitNoise binomial_split_noise(double accuracy, double test_rows);

}  // namespace sketchbench
