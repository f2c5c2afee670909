// Numbers on the command line are what was written, or are refused with the range.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/workbench.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::Ended;
using testing_support::Workbench;

using Words = std::vector<std::string>;

class NumberOption : public testing::Test {
 protected:
  Ended map_with(const std::string& option, const std::string& text) const {
    Words words = {"map", "--map", "tensor_sketch"};
    if (option != "--D") words.insert(words.end(), {"--D", "5"});
    words.insert(words.end(), {option, text, "mirror/quadrants.t", "out"});
    return bench.run(words);
  }

  Workbench bench;
};

TEST_F(NumberOption, OfMapAreReadStrictly) {
  const struct {
    const char* option;
    Words wrong;
    const char* expected;
  } cases[] = {
      {"--D",
       {"", "0", "-5", "5.0", "1e3", "0x10", " 5", "5 ", "5,", "five", "10000001", "99999999999999999999"},
       "a whole number from 1 to 10000000"},
      {"--seed",
       {"", "-1", "18446744073709551616", "1e23", "100000000000000000000000", "1.5", "+1"},
       "a whole number from 0 to 18446744073709551615"},
      {"--degree", {"", "0", "2.5", "1e1", "1001"}, "a whole number from 1 to 1000"},
      {"--coef0", {"", "-1", "nan", "inf", "1e999", "1x", "0x1p3"}, "a number of at least 0"},
      {"--features", {"", "0", "-1", "8.5", "2147483648"}, "a whole number from 1 to 2147483647"},
      {"--threads", {"", "0", "-2", "1.5", "4097", "1e9"}, "a whole number from 1 to 4096"}};
  for (const auto& c : cases)
    for (const std::string& text : c.wrong) {
      const Ended ended = map_with(c.option, text);
      EXPECT_EQ(ended.exit_code, 2) << c.option << " \"" << text << "\"";
      EXPECT_THAT(ended.output, AllOf(HasSubstr(std::string(c.option) + " \"" + text + "\": expected"),
                                      HasSubstr(c.expected)));
    }
  EXPECT_FALSE(std::filesystem::exists(bench / "out"));
}

TEST_F(NumberOption, OfRunAreReadStrictly) {
  const auto run_with = [&](const std::string& option, const std::string& text) {
    return bench.run({"run", "configs/small.json", "--dry-run", "--mirror", "mirror", option, text});
  };
  for (const char* text : {"", "0", "-1", "2.5", "1e1", "4097", "0x2", "all"}) {
    const Ended ended = run_with("--jobs", text);
    EXPECT_EQ(ended.exit_code, 2) << text;
    EXPECT_THAT(ended.output, HasSubstr("a whole number from 1 to 4096"));
  }
  for (const char* text : {"", "0", "-5m", "soon", "inf", "nan", "1e999h", "1d", "5 m", "m", "1e9h"}) {
    const Ended ended = run_with("--time-limit", text);
    EXPECT_EQ(ended.exit_code, 2) << text;
    EXPECT_THAT(ended.output, AllOf(HasSubstr("--time-limit"), HasSubstr("90s, 30m or 2h")));
  }
  for (const char* text : {"90", "90s", "0.5m", "30min", "2h"})
    EXPECT_EQ(run_with("--time-limit", text).exit_code, 0);
}

TEST_F(NumberOption, TheLargestSeedIsItself) {
  const auto mapped = [&](const std::string& seed) {
    EXPECT_EQ(map_with("--seed", seed).exit_code, 0);
    return bench.read("out");
  };
  const std::string largest = mapped("18446744073709551615");
  EXPECT_TRUE(largest != mapped("18446744073709551614"));
  EXPECT_TRUE(mapped("0") != mapped("1"));
}

TEST_F(NumberOption, TwiceIsOnceTooOften) {
  EXPECT_EQ(bench.run({"map", "--map", "tensor_sketch", "--D", "5", "--D", "6", "mirror/quadrants.t", "out"})
                .exit_code,
            2);
}

}  // namespace
}  // namespace sketchbench
