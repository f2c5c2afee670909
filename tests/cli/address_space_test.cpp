// Address space that runs out (ulimit -v), wherever that happens first.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/workbench.hpp"
#include "support/sanitized.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::Ended;
using testing_support::is_sanitized;
using testing_support::Words;
using testing_support::Workbench;

class AddressSpace : public testing::Test {
 protected:
  void SetUp() override {
    if (is_sanitized) GTEST_SKIP() << "sanitizers need all of it";
  }

  Ended run_within(int kilobytes, const Words& words) const {
    return bench.run_in_shell(fmt::format("ulimit -v {}; exec \"$0\" \"$@\"", kilobytes), words);
  }

  /// With less and less of it, the command is done or says what it lacks. The number of times that it said
  /// so.
  int said_with_less_and_less(const Words& words) const {
    int said = 0;
    // Somewhat before the libraries cannot be loaded, or give up on their own before main() begins.
    for (int kilobytes = most; run_within(kilobytes - step, {"--version"}).exit_code == 0;
         kilobytes -= step) {
      const Ended ended = run_within(kilobytes, words);
      EXPECT_LT(ended.exit_code, 128) << kilobytes << ": " << ended.output;
      if (ended.exit_code == 0) continue;
      ++said;
      EXPECT_THAT(ended.output, AllOf(HasSubstr("memory"), Not(HasSubstr("bad_alloc")))) << kilobytes;
    }
    return said;
  }

  static constexpr int most = 200'000, step = 10'000;
  Workbench bench;
};

TEST_F(AddressSpace, ThatRunsOutIsSaidByAMapWhichLeavesNothingHalf) {
  EXPECT_GT(said_with_less_and_less(
                {"map", "--map", "tensor_sketch", "--D", "10000", "mirror/quadrants.t", "mapped"}),
            0);
  for (const std::string& file : bench.files("")) EXPECT_FALSE(file.ends_with(".tmp")) << file;
}

// 4,000 rows of 7,000 columns, of whose kernel values or X^T X there is no room for either.
TEST_F(AddressSpace, ThatRunsOutIsSaidWithTheRemediesThatTheCommandHas) {
  std::string rows;
  for (int i = 0; i < 4000; ++i) rows += fmt::format("{} {}:1 7000:{}\n", i, 1 + i % 6999, i % 3);
  bench.write("wide.svm", rows);
  const Ended trained = run_within(most, {"train", "--learner", "ridge", "wide.svm", "wide.model"});
  EXPECT_EQ(trained.exit_code, 1) << trained.output;
  EXPECT_THAT(trained.output, AllOf(HasSubstr("out of memory"), HasSubstr("fewer --threads"),
                                    HasSubstr("(--map, --D)"), HasSubstr("--ignore"), HasSubstr("fewer rows"),
                                    Not(HasSubstr("--jobs")), Not(HasSubstr("max_train"))));
}

TEST_F(AddressSpace, ThatRunsOutIsSaidByARunAndAReport) {
  said_with_less_and_less({"run", "configs/tiny.json", "--mirror", "mirror", "--force", "--jobs", "1"});
  said_with_less_and_less({"report", "configs/tiny.json"});
  const Ended at_last = bench.run({"run", "configs/tiny.json", "--mirror", "mirror"});
  EXPECT_EQ(at_last.exit_code, 0) << at_last.output;
}

}  // namespace
}  // namespace sketchbench
