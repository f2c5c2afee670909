// What the program says of the parameters of kernels, maps, learners and experiments.
#include <sketchbench/cli/options/parameter_help.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include <sketchbench/core/json.hpp>
#include <sketchbench/features/feature_map.hpp>
#include <sketchbench/harness/cell/experiment.hpp>
#include <sketchbench/learners/learner.hpp>
#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Workbench;

/// A parameter with its values, default and meaning, behind the name of what it is of.
void expect_told(const std::string& help, const std::string& owner,
                 const std::vector<FieldInfo>& parameters) {
  const std::string text = "\n" + help;
  const auto at = std::min(text.find("\n" + owner), text.find("\n  " + owner));
  ASSERT_NE(at, std::string::npos) << owner;
  const std::string section = text.substr(at);
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
  const Workbench bench;
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    const std::string name(kernel.family());
    expect_told(bench.run({"kernels", name}).output, name + ": ", kernel.parameters());
  }
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    const std::string told = bench.run({"maps", kind.name}).output;
    expect_told(told, kind.name + ": ", kind.parameters);
    EXPECT_THAT(told, AllOf(HasSubstr(kind.formula), HasSubstr(kind.citation)));
  }
}

TEST(ParameterHelp, TellsThoseOfEveryLearner) {
  const Workbench bench;
  const std::string help = bench.run({"train", "--help"}).output;
  for (const LearnerKind& kind : learner_kinds()) {
    const std::string told = bench.run({"learners", kind.type}).output;
    expect_told(told, kind.type + ": ", kind.parameters);
    EXPECT_THAT(told, HasSubstr(kind.citation));
    for (const FieldInfo& key : kind.parameters)
      EXPECT_TRUE(key.name == "class_weight" || help.find("--" + key.name + " ") != std::string::npos)
          << key.name << ": an option of the learner's or of the data's";
    EXPECT_THAT(help, HasSubstr("--class-weight LABEL=WEIGHT"));
  }
}

TEST(ParameterHelp, ListsHaveEveryNameAndAnotherOneIsRefusedWithTheNearest) {
  const Workbench bench;
  const std::string maps = bench.run({"maps"}).output, learners = bench.run({"learners"}).output,
                    kernels = bench.run({"kernels"}).output;
  for (const FeatureMapKind& kind : feature_map_kinds()) EXPECT_THAT(maps, HasSubstr("\n" + kind.name + " "));
  for (const LearnerKind& kind : learner_kinds()) EXPECT_THAT(learners, HasSubstr("\n" + kind.type + " "));
  for (const Kernel& kernel : Kernel::one_of_each_family())
    EXPECT_THAT(kernels, HasSubstr(fmt::format("\n{} ", kernel.family())));
  for (const auto& [list, typed, nearest] : {std::array{"maps", "tensor_skech", "tensor_sketch"},
                                             {"learners", "rigde", "ridge"},
                                             {"kernels", "gausian", "gaussian"}}) {
    const Ended ended = bench.run({list, typed});
    EXPECT_EQ(ended.exit_code, 2);
    EXPECT_THAT(ended.output, HasSubstr(nearest));
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
