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

/// The logarithms of the sample's values; none where one is not positive, or where the values of several runs
/// are not known. A contrast of these is the logarithm of a ratio of geometric means. To first order in the
/// spread the ratio of the means themselves has the same, but its intervals do not keep their level where the
/// laws of the two sides are of different shape (0.12 for 0.05 of 10 log-normal and 10 normal values in
/// families of 50).
std::optional<Sample> logarithms_of(const Sample& sample);

/// exp(l) / (1 + exp(l)) of the mean l of log(s / (1 - s)) over shares s, with Student's interval on this
/// scale: it does not leave (0, 1), and shares of any law between a constant and the uniform one are nearly
/// symmetric there. Of one share an interval from 0 to 1. None without shares, and where one is not in (0,
/// 1).
std::optional<MeanInterval> mean_share(std::span<const double> shares, double confidence);

/// The mean of a number that each run has, with an interval for it (mean_interval()); all numbers where there
/// is one run: nothing is known of it but that it was seen. None without runs.
std::optional<MeanInterval> mean_over_runs(std::span<const double> of_run, double confidence);

/// std(a) / std(b), with the interval that Fisher's F gives for normal values; the least and largest that it
/// excludes with (1 - confidence) / 2 each. None without a second run, or where all runs of one are alike.
std::optional<MeanInterval> deviation_ratio(const Sample& a, const Sample& b, double confidence);

}  // namespace sketchbench
