// What the program says of the parameters of kernels, maps, learners and experiments.
#include <sketchbench/cli/options/parameter_help.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/learners/learner.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::Workbench;

/// A parameter with its values, default and meaning, behind the name of what it is of.
void expect_told(const std::string& help, const std::string& owner,
                 const std::vector<FieldInfo>& parameters) {
  const auto at = help.find("\n  " + owner);
  ASSERT_NE(at, std::string::npos) << owner;
  const std::string section = help.substr(at);
  EXPECT_THAT(section, HasSubstr(parameter_lines(parameters))) << owner;
  for (const FieldInfo& parameter : parameters) {
    const std::string line = parameter_lines({parameter});
    EXPECT_FALSE(parameter.meaning.empty()) << owner << ' ' << parameter.name;
    for (const std::string& part : {'"' + parameter.name + '"', parameter.meaning, expected_text(parameter)})
      EXPECT_THAT(line, HasSubstr(part)) << owner;
    EXPECT_TRUE(parameter.required || line.find(default_text(parameter)) != std::string::npos) << line;
  }
}

TEST(ParameterHelp, TellsThoseOfEveryKernelAndMap) {
  const std::string help = Workbench().run({"map", "--help"}).output;
  for (const Kernel& kernel : Kernel::one_of_each_family())
    expect_told(help, std::string(kernel.family()) + ": ", kernel.parameters());
  for (const FeatureMapKind& kind : feature_map_kinds()) expect_told(help, kind.name + ": ", kind.parameters);
}

TEST(ParameterHelp, TellsThoseOfEveryLearner) {
  const std::string help = Workbench().run({"train", "--help"}).output;
  for (const LearnerKind& kind : learner_kinds()) {
    expect_told(help, kind.type + ": ", kind.parameters);
    for (const FieldInfo& key : kind.parameters)
      EXPECT_TRUE(key.name == "class_weight" || help.find("--" + key.name + " ") != std::string::npos)
          << key.name << ": an option of the learner's or of the data's";
    EXPECT_THAT(help, HasSubstr("--class-weight LABEL=WEIGHT"));
  }
}

TEST(ParameterHelp, TellsThoseOfEveryExperiment) {
  const std::string help = Workbench().run({"run", "--help"}).output;
  int some = 0;
  for (const Experiment& experiment : experiments()) {
    expect_told(help, experiment.name, experiment.parameters);
    EXPECT_EQ(experiment.parameters.empty(), experiment.read_parameters == nullptr) << experiment.name;
    some += experiment.parameters.empty() ? 0 : 1;
  }
  EXPECT_GT(some, 4);
}

// What is told is what is read.
TEST(ParameterHelp, TellsTheDefaultsThatExperimentsFillIn) {
  for (const Experiment& experiment : experiments()) {
    if (experiment.read_parameters == nullptr) continue;
    const Json nothing = Json::object();
    StrictObject object(nothing, "test");
    const Json defaults = experiment.read_parameters(object);
    for (const FieldInfo& parameter : experiment.parameters) {
      if (parameter.default_value.is_null() || !parameter.default_text.empty()) continue;
      EXPECT_EQ(defaults.value(parameter.name, Json()), parameter.default_value)
          << experiment.name << ' ' << parameter.name;
    }
  }
}

}  // namespace
}  // namespace sketchbench
