#include "experiments/experiment.hpp"

#include "experiments/accuracy.hpp"
#include "experiments/bounds.hpp"
#include "experiments/construction_time.hpp"
#include "experiments/kernel_error.hpp"

namespace sketchbench {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = {accuracy_experiment(), bounds_experiment(),
                                              construction_time_experiment(), kernel_error_experiment()};
  return all;
}

const Experiment& find_experiment(std::string_view name) {
  std::vector<std::string> known;
  for (const Experiment& experiment : experiments()) {
    if (experiment.name == name) return experiment;
    known.push_back(experiment.name);
  }
  fail_unknown("experiment", name, known);
}

}  // namespace sketchbench
