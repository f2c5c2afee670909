#include <sketchbench/core/required_members.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include "experiments/accuracy/run.hpp"
#include "experiments/bounds/run.hpp"
#include "experiments/construction_time/run.hpp"
#include "experiments/gram_error/run.hpp"
#include "experiments/kernel_error/run.hpp"
#include "experiments/kernel_pca/run.hpp"
#include "experiments/regression/run.hpp"
#include "experiments/sampling_theorems/run.hpp"

namespace sketchbench {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all =
      all_complete<Experiment>({accuracy_experiment(), bounds_experiment(), construction_time_experiment(),
                                kernel_error_experiment(), regression_experiment(), gram_error_experiment(),
                                kernel_pca_experiment(), sampling_theorems_experiment()});
  return all;
}

}  // namespace sketchbench
