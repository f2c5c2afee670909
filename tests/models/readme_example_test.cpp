// The program in README is examples/library's, and does what README says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/system/file.hpp>
#include "support/program.hpp"
#include "support/quadrants.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

TEST(ReadmesProgram, IsTheOneThatIsCompiled) {
  const std::string program = read_file("examples/library/train.cpp");
  EXPECT_NE(read_file("README.md").find("```cpp\n" + program + "```\n"), std::string::npos)
      << "copy examples/library/train.cpp into README.md";
}

TEST(ReadmesProgram, TrainsSavesReadsAndPredicts) {
  const testing_support::TemporaryFolder folder;
  folder.write("a9a", testing_support::quadrants(300, 1));
  folder.write("a9a.t", testing_support::quadrants(200, 2));
  const pid_t process = testing_support::start_program(
      {.words = {README_EXAMPLE}, .folder = folder.path(), .output = folder / "output", .environment = {}});
  ASSERT_EQ(testing_support::wait_for_program(process), 0) << read_file(folder / "output");
  const std::string output = read_file(folder / "output");
  EXPECT_THAT(output, testing::MatchesRegex("[0-9]+\\.[0-9][0-9] %\n"));
  // Quadrants are what a kernel of degree 2 tells; half of them would be guessing.
  EXPECT_GT(std::stod(output), 80);
  EXPECT_TRUE(std::filesystem::exists(folder / "adult.model"));
}

}  // namespace
}  // namespace sketchbench
