#pragma once
#include <optional>
#include <vector>

#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/report/document/document.hpp>
#include <sketchbench/report/mean_interval.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/statistics.hpp>
#include "experiments/kernel_error/run.hpp"

namespace sketchbench {

/// Of the interval that a point's ratio to the prediction is shown with.
inline constexpr double point_confidence = 0.95;
/// That all points of a configuration are in their wider intervals at once, if the prediction is right for
/// all.
inline constexpr double joint_confidence = 0.95;

/// With fewer maps a skewed sample says too little of its own skewness to be tested.
inline constexpr int fewest_maps_to_test = 10;

/// One point of a figure: a map with D features, its errors over all pairs, and what theory says of them.
struct ErrorPoint : RunGroup {
  explicit ErrorPoint(RunGroup group);

  std::optional<KernelError> error;
  Sample relative_error;  ///< the mean over the pairs, over the maps
  double rms = 0;         ///< root of the mean square over pairs and maps
  std::optional<double>
      rms_std;  ///< sample standard deviation over the maps of the root mean square over the pairs

  /// Mean square error, measured / predicted, with its interval at point_confidence and the wider one that
  /// makes joint_confidence for all points (Bonferroni). None without a theory or with too few maps.
  std::optional<MeanInterval> ratio, wide_ratio;

  /// The mean absolute error that the variance stands for where estimates are normal: sqrt(2 / pi) of the
  /// mean deviation.
  static double normal_mean_error(const PredictedErrors& predicted);
};

/// The points of one data set and kernel.
struct ErrorPanel {
  std::vector<const ErrorPoint*> points;  ///< at least one, in the order of expand()

  const ErrorPoint& any() const { return *points.front(); }
};

/// How many points the prediction was tested on, and in how many it stood.
struct Agreement {
  int tested = 0;
  int inside = 0;    ///< 1 is in ErrorPoint::ratio
  int agreeing = 0;  ///< 1 is in ErrorPoint::wide_ratio
};

/// Everything that the report of a "kernel_error" configuration is made from.
struct KernelErrors {
  KernelErrors() = default;
  KernelErrors(KernelErrors&&) = default;  // not to be copied: the panels point to the points
  KernelErrors& operator=(KernelErrors&&) = default;

  Config config;
  std::vector<ErrorPoint> points;     ///< in the order of expand()
  std::vector<ErrorPanel> panels;     ///< by data set, then coef0, then degree
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used

  Agreement agreement() const;
};

/// The kinds of map that have a stated bound in the results, in the order of their points; a fast form's
/// bound is that of the map itself.
std::vector<const FeatureMapKind*> bounded_kinds(const KernelErrors& errors);
/// Whether the point has a result with that kind's bound.
bool has_bound_of(const FeatureMapKind& kind, const ErrorPoint& point);

/// From records alone.
KernelErrors kernel_errors(const Config& config, const ReportSources& sources);

/// For each map with a stated bound (bounded_kinds): where the exact variance stands against it, at the
/// largest D of each kernel, and what was measured on the pairs that exceed it.
std::vector<Table> bound_tables(const KernelErrors& errors);

}  // namespace sketchbench
