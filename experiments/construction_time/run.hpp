#pragma once
#include <optional>
#include <vector>

#include "core/quartiles.hpp"
#include "harness/cell/experiment.hpp"

namespace sketchbench {

/// How long it takes to draw a map and to map n rows with it, on one thread of a machine that runs
/// nothing else. The map is made again and applied to the same rows `repeats` times, after once that does not
/// count; repeat r draws the map of seed r. The output has its memory before the first repeat.
///
/// Parameters: rows (default 10000; a fixed random choice of the training rows, of which a smaller number is
/// a subset), repeats (default 7).
Experiment construction_time_experiment();

/// What reports read of a result. Seconds of CPU, which a process that runs at the same time disturbs
/// less than wall-clock time. The record holds every repeat by both clocks.
struct ConstructionTime {
  Index rows = 0;
  int repeats = 0;
  /// Drawing the map and mapping the rows to memory that is there: as phase "map" of experiments that train
  /// (learning.hpp).
  Quartiles total;
  Quartiles build;                  ///< drawing the map alone
  double wall_median = 0;           ///< of the total
  std::vector<double> totals;       ///< of each repeat, in their order
  std::optional<double> map_bytes;  ///< FeatureMap::memory_bytes(); none in a record from before it was kept
};
/// Throws Json::exception when anything of it is missing, InputError for what cannot be (a negative time).
ConstructionTime construction_time_of(const Json& result);

}  // namespace sketchbench
