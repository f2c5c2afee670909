#include "experiments/experiment.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "experiments/accuracy.hpp"

namespace sketchbench {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = {accuracy_experiment()};
  return all;
}

const Experiment& find_experiment(std::string_view name) {
  std::vector<std::string> known;
  for (const Experiment& experiment : experiments()) {
    if (experiment.name == name) return experiment;
    known.push_back(experiment.name);
  }
  const std::string suggestion = nearest(name, known);
  throw InputError(fmt::format("there is no experiment \"{}\"{}", name,
                               suggestion.empty() ? fmt::format("; known: {}", fmt::join(known, ", "))
                                                  : fmt::format("; did you mean \"{}\"?", suggestion)));
}

}  // namespace sketchbench
