// In the place of experiments/registry.cpp: a program with the experiment of examples/ alone.
#include <sketchbench/core/required_members.hpp>
#include "examples/experiment/norm_error.hpp"

namespace sketchbench {

const std::vector<Experiment>& experiments() {
  static const auto all = all_complete<Experiment>({norm_error_experiment()});
  return all;
}

}  // namespace sketchbench
