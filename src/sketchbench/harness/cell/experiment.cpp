#include <sketchbench/harness/cell/experiment.hpp>

#include <algorithm>

#include <sketchbench/core/required_members.hpp>

namespace sketchbench {

void require_complete(const Experiment& experiment) {
  require_members(experiment.name,
                  {{"name", !experiment.name.empty()},
                   {"run", experiment.run != nullptr},
                   {"estimate", experiment.estimate != nullptr},
                   {"parse", experiment.parse != nullptr},
                   {"headline", experiment.headline != nullptr},
                   {"report", experiment.report != nullptr},
                   {"guarded.values", !experiment.guarded || experiment.guarded->values != nullptr},
                   {"also_ranked.values",
                    std::ranges::all_of(experiment.also_ranked,
                                        [](const GuardedNumber& one) { return one.values != nullptr; })},
                   {"costs.seconds", !experiment.costs || experiment.costs->seconds != nullptr},
                   {"costs.bytes", !experiment.costs || experiment.costs->memory.empty() ==
                                                            (experiment.costs->bytes == nullptr)}});
}

const GuardedNumber& find_guarded_number(std::string_view name) {
  std::vector<std::string> known;
  for (const Experiment& experiment : experiments()) {
    if (!experiment.guarded) continue;
    if (experiment.guarded->name == name) return *experiment.guarded;
    known.push_back(experiment.guarded->name);
  }
  fail_unknown("guarded number", name, known);
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
