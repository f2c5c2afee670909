#pragma once
#include <optional>
#include <vector>

#include <sketchbench/core/fields.hpp>
#include <sketchbench/core/quartiles.hpp>
#include <sketchbench/harness/cell/experiment.hpp>

namespace sketchbench {

/// How long it takes to draw a map and to map n rows with it, on one thread of a machine that runs
/// nothing else. The map is made again and applied to the same rows `repeats` times, after once that does not
/// count; repeat r draws the map of seed r. The output has its memory before the first repeat.
Experiment construction_time_experiment();

struct ConstructionTimeParameters {
  Index rows = 10'000;
  int repeats = 7;

  static const Fields<ConstructionTimeParameters>& fields();
};

/// The repeats of one phase by both clocks, in their order. Reports are about seconds of CPU, which a process
/// that runs at the same time disturbs less than wall-clock time.
struct RepeatedTimes {
  std::vector<double> cpu, wall;
  Quartiles cpu_quartiles, wall_quartiles;

  static const Fields<RepeatedTimes>& fields();
};

struct ConstructionTime {
  Index rows = 0;
  int repeats = 0;
  RepeatedTimes build;              ///< drawing the map
  RepeatedTimes transform;          ///< mapping the rows to memory that is there
  RepeatedTimes total;              ///< both: as phase "map" of experiments that train (learning.hpp)
  std::optional<double> map_bytes;  ///< FeatureMap::memory_bytes(); none in a record from before it was kept
  std::optional<double> sigma;      ///< that a rule chose for the kernel

  static const Fields<ConstructionTime>& fields();
};

}  // namespace sketchbench
