#include <sketchbench/core/system/processor.hpp>

#include <gtest/gtest.h>

#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing_support::TemporaryFolder;

TEST(Processor, TellsModelsApartThatHaveOneName) {
  const TemporaryFolder folder;
  const auto model_of = [&](const char* text) {
    return processor_model(folder.write("cpuinfo", text).c_str());
  };
  EXPECT_EQ(
      model_of("processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nstepping\t: 1\n"),
      "family 25, model 17, stepping 1");
  EXPECT_EQ(model_of("model name\t: a processor of another kind\n"), "");
  EXPECT_EQ(processor_model((folder / "no such file").c_str()), "");
}

TEST(FrequencyPolicy, IsWhatTheKernelsFilesSay) {
  const TemporaryFolder folder;
  folder.write("cpu0/cpufreq/scaling_governor", "performance\n");
  folder.write("cpu1/cpufreq/scaling_governor", "performance\n");
  folder.write("cpufreq/boost", "1\n");
  EXPECT_EQ(frequency_policy(folder.path()).governor, "performance");
  EXPECT_EQ(frequency_policy(folder.path()).boost, "on");
  folder.write("cpu1/cpufreq/scaling_governor", "powersave\n");
  folder.write("cpufreq/boost", "0\n");
  EXPECT_EQ(frequency_policy(folder.path()).governor, "performance, powersave");
  EXPECT_EQ(frequency_policy(folder.path()).boost, "off");
}

TEST(FrequencyPolicy, ReadsTheSwitchThatMeansTheOpposite) {
  const TemporaryFolder folder;
  folder.write("intel_pstate/no_turbo", "0\n");
  EXPECT_EQ(frequency_policy(folder.path()).boost, "on");
  folder.write("intel_pstate/no_turbo", "1\n");
  EXPECT_EQ(frequency_policy(folder.path()).boost, "off");
}

TEST(FrequencyPolicy, IsUnknownWhereTheSystemDoesNotSay) {
  const TemporaryFolder folder;
  for (const auto& place : {folder.path(), folder / "no such folder"}) {
    EXPECT_EQ(frequency_policy(place).governor, "unknown");
    EXPECT_EQ(frequency_policy(place).boost, "unknown");
  }
}

TEST(InstructionSet, IsWhatThisProgramIsCompiledFor) {
#ifdef __AVX2__
  EXPECT_TRUE(instruction_set().starts_with("AVX")) << instruction_set();
  EXPECT_NE(instruction_set(), "AVX");
#endif
  EXPECT_FALSE(instruction_set().empty());
}

TEST(LoadAverage, IsNotNegative) { EXPECT_GE(load_average().value_or(0), 0); }

}  // namespace
}  // namespace sketchbench
