#pragma once
#include <span>

#include <sketchbench/core/types.hpp>

namespace sketchbench {

// Confidence intervals for what a sample of independent values says about their law. `error` is the
// probability with which EACH end may be wrong, so an interval holds with probability 1 - 2 error. It is
// small here (1e-6 and less): a report makes thousands of comparisons and must raise no false alarms.

struct Interval {
  double low = 0, high = 0;
};

struct Estimated {
  double value = 0;
  Interval interval;
};

/// Fewer values than this cannot be split into the batches of the intervals below.
inline constexpr Index fewest_values = 64;

/// The values' mean, with Student's t interval over the means of 32 batches. The means of batches are near
/// the normal law where single values are not, and t's wide tails at 31 degrees of freedom cover part of what
/// is left.
Estimated estimate_mean(std::span<const double> values, double error);

/// The values' variance: the mean of the sample variances of 32 batches, with Student's t interval over them.
/// An approximation, and for heavy tails the upper end is the weak one: no sample excludes outliers that are
/// rarer than it can show.
Estimated estimate_variance(std::span<const double> values, double error);

/// A lower bound of the variance that is wrong with probability at most `error` whatever the law, for any
/// size of sample. Half the squared difference of two independent values has the variance as its mean, and
/// cutting it off at a cap only lowers that mean; the empirical Bernstein inequality of Maurer & Pontil 2009
/// (Theorem 4) bounds the mean of the bounded rest. Of several caps around `scale` (> 0, the size of variance
/// that matters, chosen without looking at the values) the best is taken, and each may err with its share of
/// `error`.
double variance_lower_bound(std::span<const double> values, double scale, double error);

/// The probability of an event that happened `hits` times in `trials` independent trials (Clopper & Pearson
/// 1934): exact, each end wrong with probability at most `error`.
Interval probability_interval(Index hits, Index trials, double error);

}  // namespace sketchbench
