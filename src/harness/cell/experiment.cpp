#include "harness/cell/experiment.hpp"

namespace sketchbench {

const Experiment& find_experiment(std::string_view name) {
  std::vector<std::string> known;
  for (const Experiment& experiment : experiments()) {
    if (experiment.name == name) return experiment;
    known.push_back(experiment.name);
  }
  fail_unknown("experiment", name, known);
}

}  // namespace sketchbench
