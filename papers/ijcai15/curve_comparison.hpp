#pragma once
#include <optional>
#include <span>
#include <vector>

#include "papers/ijcai15/error_curve.hpp"
#include "report/mean_interval.hpp"

namespace sketchbench::ijcai15 {

// Numbers that tell two curves, or one, in short. Between points a curve is a power law: straight lines in
// logarithms. Nowhere is a curve continued beyond its points.

/// A number with the number of points that it is made of.
struct OfPoints {
  std::optional<MeanInterval> number;  ///< none where there are too few points
  int points = 0;
};

/// The error of `one` over that of `other`: the geometric mean over points (l, or times), with a 95 %
/// interval over runs. Run i of the one is set against run i of the other, so that it does not matter whether
/// they drew in common. Without a second run the interval is all numbers above 0.
OfPoints error_ratio(const ErrorCurve& one, const ErrorCurve& other);
/// The same with `other` taken where its CPU time is that of `one`; points of `one` outside the other's times
/// are left out.
OfPoints error_ratio_at_equal_time(const ErrorCurve& one, const ErrorCurve& other);

/// The x at which a curve y(x) first comes down to `level`, coming from small x.
struct Crossing {
  enum class Place { inside, before, beyond } place;
  double x;  ///< before: the first x; beyond: the last
};
/// `x` ascending and positive, `y` positive, not empty.
Crossing crossing(std::span<const double> x, std::span<const double> y, double level);
/// y at `at`, between the points; none outside them.
std::optional<double> interpolated(std::span<const double> x, std::span<const double> y, double at);

/// How many features of a curve reach the errors of another.
struct FeatureCount {
  double l;                                ///< of the other curve
  Crossing count;                          ///< features
  double seconds;                          ///< CPU, of the other with l
  std::optional<double> seconds_of_count;  ///< of this curve with so many; none outside its points
};
/// For each l of `one`: how many features of `other` have the same geometric mean error.
std::vector<FeatureCount> feature_counts(const ErrorCurve& one, const ErrorCurve& other);
/// The exponent e of count ~ l^e over the counts inside the other's points, of which there must be three.
OfPoints count_exponent(const std::vector<FeatureCount>& counts);
/// l over the count, each run of `one` on the curve of the same run of `other`: the geometric mean over l and
/// a 95 % interval over runs. Where the other does not come down to that error its last count stands, so that
/// the share is at least the true one; where it is below from the start, its first.
OfPoints feature_share(const ErrorCurve& one, const ErrorCurve& other);

/// The exponent e of error ~ l^e through the means over runs (geometric, or arithmetic for what may be
/// negative; l with a mean that is not positive are left out), with its 95 % interval from the scatter about
/// the line. Three points at least.
OfPoints error_exponent(const ErrorCurve& curve, bool may_be_negative);

}  // namespace sketchbench::ijcai15
