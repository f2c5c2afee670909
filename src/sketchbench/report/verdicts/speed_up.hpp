#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include <sketchbench/report/mean_interval.hpp>
#include <sketchbench/report/run_groups.hpp>

namespace sketchbench {

/// How many times as long one thing takes as another.
struct SpeedUp {
  /// Of the geometric means: Welch's interval of the difference of the mean logarithms of the times.
  MeanInterval times;
  bool scatter_assumed = false;  ///< one side has one time: the other's scatter stands for its own
};

/// From CPU seconds of independent runs, with an interval of that confidence in (0, 1). None without a time,
/// for one that is not positive, and where neither side has two. What the machine does differently on another
/// day is in no interval.
std::optional<SpeedUp> speed_up(std::span<const double> longer, std::span<const double> shorter,
                                double confidence);

/// Of one number of seconds of each finished run. None where the runs are of more than one processor: there
/// is no ratio of their times.
std::optional<SpeedUp> speed_up(const RunGroup& longer, const RunGroup& shorter,
                                const std::function<double(const Record&)>& seconds, double confidence);

/// What a measured ratio says of a published one.
enum class SpeedUpVerdict {
  holds,       ///< the whole interval is at the published factor, with its rounding, or above it
  consistent,  ///< above 1, and reaches the published factor, which is not told from ours
  undecided,   ///< whether there is any speed-up cannot be told
  less,        ///< below the published factor, and still above 1
  gone,        ///< below 1: what was faster is slower
};

/// `rounding`: half a unit of the published factor's last digit. Requires published > 1.
SpeedUpVerdict speed_up_verdict(const MeanInterval& times, double published, double rounding);

}  // namespace sketchbench
