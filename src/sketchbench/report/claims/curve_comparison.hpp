#pragma once
#include <optional>
#include <span>
#include <vector>

#include <sketchbench/report/claims/claim_curve.hpp>
#include <sketchbench/report/mean_interval.hpp>

namespace sketchbench {

// Numbers that tell two curves, or one, in short. Between points a curve is a power law: straight lines in
// logarithms. Nowhere is a curve continued beyond its points.

/// A number with the points that it is made of, and those that have no place in it.
struct OfPoints {
  std::optional<MeanInterval> number = {};  ///< none where there are too few points
  int points = 0;
  /// l of the points left out because the other curve has no point to set beside them: it begins too late, or
  /// it ends too early.
  std::vector<double> before = {}, beyond = {};
  std::vector<double> bounded = {};  ///< l of the points that count by a bound: the number is at least this
  std::vector<double> not_positive = {};  ///< l of the points left out because a run is not above 0
};

// `confidence` in (0, 1) is that of the interval.

/// The value of `one` over that of `other`: the geometric mean over points (l, or costs), with an interval
/// over runs. Run i of the one is set against run i of the other, so that it does not matter whether they
/// drew in common. Without a second run the interval is all numbers above 0.
OfPoints curve_ratio(const ClaimCurve& one, const ClaimCurve& other, double confidence);
/// The same with `other` taken where its cost is that of `one`. Points of `one` outside the other's costs are
/// left out; fewest_points must be left. With `bounds_beyond` one that costs more than all of the other's is
/// set beside that which costs most: at the point's cost the other can have its value, and may have less, so
/// that the ratio is a bound from below.
OfPoints ratio_at_equal_cost(const ClaimCurve& one, const ClaimCurve& other, bool bounds_beyond,
                             double confidence);

/// The x at which a curve y(x) first comes down to `level`, coming from small x.
struct Crossing {
  enum class Place { inside, before, beyond } place;
  double x;  ///< before: the first x; beyond: the last
};
/// `x` ascending and positive, `y` positive, not empty.
Crossing crossing(std::span<const double> x, std::span<const double> y, double level);
/// y at `at`, between the points; none outside them.
std::optional<double> interpolated(std::span<const double> x, std::span<const double> y, double at);

/// How many features of a curve reach the values of another.
struct FeatureCount {
  double l;                             ///< of the other curve
  Crossing count;                       ///< features
  double cost;                          ///< of the other with l
  std::optional<double> cost_of_count;  ///< of this curve with so many; none outside its points
};
/// For each l of `one`: how many features of `other` have the same geometric mean.
std::vector<FeatureCount> feature_counts(const ClaimCurve& one, const ClaimCurve& other);
// The two below count for each run of `one` on the curve of the same run of `other`. An l at which the other
// does not come down to the value within its points in every run, or is there from the start, is left out:
// any count in its place would be one of the other's ends, not a count. fewest_points l must be left.

/// The exponent e of count ~ l^e: the mean of the runs' exponents, with an interval over runs.
OfPoints count_exponent(const ClaimCurve& one, const ClaimCurve& other, double confidence);
/// l over the count: the geometric mean over l, with an interval over runs.
OfPoints count_share(const ClaimCurve& one, const ClaimCurve& other, double confidence);

/// The exponent e of value ~ l^e: the mean of the runs' exponents, with an interval over runs, for a map that
/// has more features of a seed contains the one with fewer, and the scatter about the line tells nothing of
/// what another seed does; where there is one run it is all that is known. With `beyond_less` less the
/// exponent of CurvePoint::less at the same l. l at which a run is not above 0 are left out; fewest_points
/// must be left.
OfPoints curve_exponent(const ClaimCurve& curve, bool beyond_less, double confidence);

}  // namespace sketchbench
