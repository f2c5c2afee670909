#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sketchbench/report/figure/power_law.hpp>
#include <sketchbench/report/run_groups.hpp>
#include <sketchbench/report/verdicts/speed_up.hpp>
#include "experiments/construction_time/run.hpp"

namespace sketchbench {

/// One point of a figure: a map with D features on one data set.
struct TimedMap : RunGroup {
  explicit TimedMap(RunGroup group);

  Index d = 0;  ///< columns of the data; 0 while no record says it
  std::optional<ConstructionTime> time;
};

/// One map on one data set, and how its time grows with D.
struct TimeCurve {
  std::vector<const TimedMap*>
      points;                      ///< at least one, by ascending D; those that are not done have no time
  std::optional<PowerLaw> growth;  ///< of its median times; none where times are of several processors
  /// What the paper claims, as a power of D fitted to FeatureMapKind::claimed_operations at the same D. None
  /// for a map that it makes no claim for.
  std::optional<double> claimed_exponent;

  const TimedMap& any() const { return *points.front(); }
};

/// The curves of one data set and kernel.
struct TimePanel {
  std::string title;              ///< "Adult, d = 123"; with the kernel where there are several
  bool d_is_D = false;            ///< generated data with as many columns as the map has features
  std::vector<TimeCurve> curves;  ///< at least one

  const TimedMap& any() const { return curves.front().any(); }
  /// What the other maps are compared with: the configuration's first.
  const TimeCurve& reference() const { return curves.front(); }
  /// Its point with that D; nullptr when it is not there or has no time.
  const TimedMap* find_reference(Index D) const;
};

/// Everything that the report of a "construction_time" configuration is made from.
struct ConstructionTimes {
  ConstructionTimes() = default;
  ConstructionTimes(ConstructionTimes&&) = default;  // not to be copied: the panels point to the maps
  ConstructionTimes& operator=(ConstructionTimes&&) = default;

  Config config;
  std::vector<TimedMap> maps;  ///< in the order of expand()
  std::vector<TimePanel> panels;
  std::vector<std::string> left_out;  ///< one line for each record file that could not be used
};

/// Operations for a row that are claimed for the map, up to a factor; none without a record, or a claim.
std::optional<double> claimed_operations_of(const TimedMap& map);

/// How many times as long as the panel's reference with as many features the map takes, by the repeats of
/// both. None without one, for the reference itself, and where the times are of more than one processor.
std::optional<SpeedUp> time_against_reference(const TimedMap& map, const TimePanel& panel, double confidence);

/// The confidence of each such interval: together those of all panels hold with 95 %.
double ratio_confidence(const ConstructionTimes& times);

/// The operations for a row that are claimed for the maps, in words: "p (d + D log₂ D) for Tensor Sketching
/// (TS), d D for Random Maclaurin, published (RM published)".
std::string claims_text(const ConstructionTimes& times);

/// From records alone.
ConstructionTimes construction_times(const Config& config, const ReportSources& sources);

}  // namespace sketchbench
