#pragma once
#include <optional>
#include <span>

#include <sketchbench/report/mean_interval.hpp>
#include <sketchbench/report/statistics.hpp>

namespace sketchbench {

// Comparisons of means over independent runs whose spreads need not be alike.

/// A mean and what it is multiplied with in a sum of means: 1 and -1 in a difference.
struct WeightedMean {
  double weight = 1;
  Sample sample;  ///< with a spread of 0 for what draws nothing
};

/// The sum of weight * mean, with Welch's interval: Student's t with Satterthwaite's degrees of freedom.
/// Where the spread of a sample is not known, as of a single run, the interval is all numbers. `confidence`
/// in (0, 1).
MeanInterval contrast_interval(std::span<const WeightedMean> terms, double confidence);

/// The logarithm of a mean, its spread to first order: std / mean. None for a mean that is not positive. A
/// contrast of these is the logarithm of a ratio of means.
std::optional<Sample> logarithm_of(const Sample& sample);

/// The mean of a number that each run has, with an interval for it (mean_interval()); all numbers where there
/// is one run: nothing is known of it but that it was seen. None without runs.
std::optional<MeanInterval> mean_over_runs(std::span<const double> of_run, double confidence);

/// std(a) / std(b), with the interval that Fisher's F gives for normal values; the least and largest that it
/// excludes with (1 - confidence) / 2 each. None without a second run, or where all runs of one are alike.
std::optional<MeanInterval> deviation_ratio(const Sample& a, const Sample& b, double confidence);

}  // namespace sketchbench
