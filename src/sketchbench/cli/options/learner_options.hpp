#pragma once
#include <string>
#include <utility>
#include <vector>

#include <sketchbench/cli/options/map_options.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/learners/learner.hpp>

namespace CLI {
class App;
}

namespace sketchbench {

/// A learner as the command line asks for it.
struct LearnerOptions {
  std::string type;
  Json values = Json::object();         ///< of the options that are called like its keys
  std::vector<std::string> parameters;  ///< of any key: "features=streamed"
};

/// An option for each key of a learner but "features" and "class_weight", "--C", "--lambda", ..., as the
/// learners themselves say.
std::vector<TextOption<LearnerOptions>> learner_key_options();

/// --learner and --learner-parameter. `options` must live as long as the command.
void add_learner_choice(CLI::App& command, LearnerOptions& options);

/// --class-weight: "balanced", or a weight for each of some labels, "1=0.1,-1=2".
struct ClassWeightOption {
  std::vector<std::pair<std::string, double>> of;  ///< by label as DATA has it
  bool balanced = false;

  bool is_given() const { return balanced || !of.empty(); }
  /// The learner's key "class_weight", where label k of the rows is classes[k] in DATA; where there are no
  /// `classes`, labels are numbers. InputError for a label that they cannot have.
  Json key(const std::vector<std::string>& classes) const;
};
void add_class_weight(CLI::App& command, ClassWeightOption& option);

/// InputError for an unknown learner, and for keys and values that it does not have.
LearnerSpec resolve_learner(const LearnerOptions& options);

}  // namespace sketchbench
