#include <sketchbench/harness/cell/experiment.hpp>

#include <sketchbench/core/json.hpp>
#include <sketchbench/core/required_members.hpp>

namespace sketchbench {

void require_complete(const Experiment& experiment) {
  require_members(experiment.name, {{"name", !experiment.name.empty()},
                                    {"run", experiment.run != nullptr},
                                    {"estimate", experiment.estimate != nullptr},
                                    {"parse", experiment.parse != nullptr},
                                    {"headline", experiment.headline != nullptr},
                                    {"report", experiment.report != nullptr}});
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
