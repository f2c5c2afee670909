#pragma once
#include <optional>
#include <vector>

#include "experiments/accuracy/figure_parts.hpp"

namespace sketchbench::kdd13 {

/// How far both forms of Random Maclaurin are behind Tensor Sketching on one data set, kernel and D. What the
/// restricted form gains over the published one is due to the measure that draws the degrees.
struct RandomMaclaurinGap {
  const Summary *sketch = nullptr, *published = nullptr, *restricted = nullptr;

  /// Percentage points that a form is behind; negative where it is ahead.
  double of_published() const { return sketch->accuracy.mean - published->accuracy.mean; }
  double of_restricted() const { return sketch->accuracy.mean - restricted->accuracy.mean; }
  /// The part of the published form's gap that the restricted form closes: 1 for all of it, more than 1 where
  /// it comes out ahead of Tensor Sketching.
  double explained_share() const { return 1 - of_restricted() / of_published(); }
  /// Standard error of the share, from those of the three means to first order; none without deviations.
  std::optional<double> share_error() const;
};

/// A share of a smaller gap, in percentage points, would be a share of noise.
inline constexpr double smallest_gap = 1.0;

/// Every data set, kernel and D, in the order of the rows, where all runs of the three methods are done and
/// the published form is at least `smallest_gap` behind.
std::vector<RandomMaclaurinGap> random_maclaurin_gaps(const SummaryPointers& rows);

}  // namespace sketchbench::kdd13
