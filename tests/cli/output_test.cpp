// Where the output goes: a full disk is told, a reader that leaves is not, and nothing from outside steers a
// terminal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing_support::Ended;
using testing_support::Words;
using testing_support::Workbench;

class Output : public testing::Test {
 protected:
  void make_records() {
    ASSERT_EQ(bench.run({"run", "configs/tiny.json", "--mirror", "mirror"}).exit_code, 0);
    ASSERT_EQ(bench.run({"check", "baseline.json", "--write", "--config", "configs/tiny.json"}).exit_code, 0);
  }

  Workbench bench;
};

TEST_F(Output, AFullDiskIsAnErrorOfEveryCommandThatPrints) {
  make_records();
  const Words commands[] = {
      {"--help"},
      {"--version"},
      {"report", "--help"},
      {"report", "configs/tiny.json"},
      {"report", "configs/tiny.json", "--format", "csv"},
      {"report", "configs/tiny.json", "--format", "md"},
      {"report", "configs/tiny.json", "--format", "tex"},
      {"report", "--format", "html"},
      {"check", "baseline.json"},
      {"check", "baseline.json", "--write"},
      {"datasets", "list"},
      {"datasets", "info"},
      {"datasets", "fetch", "quadrants", "--mirror", "mirror"},
      {"datasets", "verify"},
      {"run", "configs/tiny.json", "--dry-run"},
      {"map", "--map", "tensor_sketch", "--D", "5", "mirror/quadrants.t", "/dev/stdout"}};
  for (const Words& command : commands) {
    const Ended ended = bench.run_in_shell("\"$0\" \"$@\" > /dev/full", command);
    EXPECT_EQ(ended.exit_code, 1) << testing::PrintToString(command);
    EXPECT_THAT(ended.output, AllOf(HasSubstr("sketchbench: cannot write"), HasSubstr("No space left")))
        << testing::PrintToString(command);
    EXPECT_EQ(ended.output.find("cannot write"), ended.output.rfind("cannot write")) << "said once";
  }
}

TEST_F(Output, AReaderThatLeavesEndsNothingAndIsNotTold) {
  make_records();
  // More than a pipe holds, so that some of it is written when `head` has left.
  std::string long_title(200'000, 'x');
  bench.write("configs/long.json",
              "{\"title\": \"" + long_title + bench.read("configs/tiny.json").substr(1).insert(0, "\", "));
  for (const Words& command :
       {Words{"report", "configs/long.json", "--write"}, Words{"check", "baseline.json"}}) {
    const Ended ended = bench.run_in_shell("\"$0\" \"$@\" | head -c 1; exit ${PIPESTATUS[0]}", command);
    EXPECT_EQ(ended.exit_code, 0) << ended.output;
    EXPECT_EQ(ended.output.size(), 1u) << ended.output.substr(0, 300);
  }
  EXPECT_TRUE(std::filesystem::exists(bench / "results/tiny/table.md")) << "the work goes on";
}

TEST_F(Output, AClosedStreamIsNotReplacedByAFileOfTheProgram) {
  const Words map = {"map", "--map", "tensor_sketch", "--D", "5", "mirror/quadrants.t", "mapped"};
  ASSERT_EQ(bench.run(map).exit_code, 0);
  const std::string whole = bench.read("mapped");
  EXPECT_EQ(bench.run_in_shell("\"$0\" \"$@\" <&- >&- 2>&-", map).exit_code, 0) << "it prints nothing";
  EXPECT_EQ(bench.read("mapped"), whole);
  const Ended list = bench.run_in_shell("\"$0\" \"$@\" >&-", {"datasets", "list"});
  EXPECT_EQ(list.exit_code, 1);
  EXPECT_THAT(list.output, HasSubstr("cannot write"));
}

TEST_F(Output, ControlCharactersOnTheCommandLineAreShownAndNotSent) {
  for (const Words& command : {Words{"report", "\x1b[31mred"}, Words{"check", "\x1b[31mred"},
                               Words{"map", "--map", "\x1b[31mred", "mirror/quadrants", "out"},
                               Words{"map", "--map", "tensor_sketch", "--D", "\x1b[31mred", "in", "out"},
                               Words{"run", "configs/small.json", "--only", "\x1b[31mred"},
                               Words{"datasets", "info", "\x1b[31mred"}}) {
    const Ended ended = bench.run(command);
    EXPECT_EQ(ended.exit_code, 2);
    EXPECT_THAT(ended.output, AllOf(HasSubstr("\\x1b[31mred"), Not(HasSubstr("\x1b"))));
  }
}

}  // namespace
}  // namespace sketchbench
