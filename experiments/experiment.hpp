#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/catalog.hpp"
#include "experiments/cell.hpp"

namespace sketchbench {

/// What a worker gives an experiment besides the cell.
struct RunContext {
  DataPaths paths;
  int threads = 1;
  std::function<void(std::string_view phase)> on_phase;  ///< "load", "map", "train", "predict"; may be empty
};

/// The parts of a record that the experiment fills.
struct Outcome {
  Json result = Json::object();   ///< accuracy (percent), n_train, n_test, ...
  Json seconds = Json::object();  ///< {"map": {"wall": s, "cpu": s}, ...}
  Json learner = Json::object();  ///< iterations, objectives, converged, messages
  Json data = Json::object();     ///< content hash, source used, n, d, nnz
};

/// What a cell will need, for scheduling: an upper estimate of memory, a rough one of time on one core.
struct Resources {
  double bytes = 0;
  double seconds = 0;
};

struct Experiment {
  std::string name;
  int version = 1;
  Outcome (*run)(const Cell& cell, const RunContext& context);
  Resources (*estimate)(const Cell& cell, const DatasetInfo& data);
};

const std::vector<Experiment>& experiments();
const Experiment& find_experiment(std::string_view name);

}  // namespace sketchbench
