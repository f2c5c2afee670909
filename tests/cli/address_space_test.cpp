// Address space that runs out (ulimit -v), wherever that happens first.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/workbench.hpp"
#include "support/quadrants.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ended;
using testing_support::Words;
using testing_support::Workbench;

class AddressSpace : public testing::Test {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers need all of it";
#endif
  }

  /// With less and less of it, the command is done or says what it lacks, until the program itself cannot be
  /// loaded. The number of times that it said so.
  int said_with_less_and_less(const Words& words) const {
    constexpr int cannot_be_loaded = 127;
    int said = 0;
    for (int kilobytes = 240'000; kilobytes > 40'000; kilobytes -= 5'000) {
      const Ended ended =
          bench.run_in_shell(fmt::format("ulimit -v {}; exec \"$0\" \"$@\"", kilobytes), words);
      if (ended.exit_code == cannot_be_loaded) break;
      EXPECT_LT(ended.exit_code, 128) << kilobytes << ": " << ended.output;
      if (ended.exit_code == 0) continue;
      ++said;
      EXPECT_THAT(ended.output, AllOf(HasSubstr("memory"), Not(HasSubstr("bad_alloc")))) << kilobytes;
    }
    return said;
  }

  Workbench bench;
};

TEST_F(AddressSpace, ThatRunsOutIsSaidByAMapWhichLeavesNothingHalf) {
  bench.write("large.svm", testing_support::quadrants(150'000, 3));
  EXPECT_GT(said_with_less_and_less(
                {"map", "--map", "tensor_sketch", "--D", "4", "--degree", "2", "large.svm", "mapped"}),
            0);
  for (const std::string& file : bench.files("")) EXPECT_FALSE(file.ends_with(".tmp")) << file;
}

TEST_F(AddressSpace, ThatRunsOutIsSaidByARunAndAReport) {
  said_with_less_and_less({"run", "configs/tiny.json", "--mirror", "mirror", "--force", "--jobs", "1"});
  said_with_less_and_less({"report", "configs/tiny.json"});
  const Ended at_last = bench.run({"run", "configs/tiny.json", "--mirror", "mirror"});
  EXPECT_EQ(at_last.exit_code, 0) << at_last.output;
}

}  // namespace
}  // namespace sketchbench
