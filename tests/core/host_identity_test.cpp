#include <sketchbench/core/system/host_identity.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace sketchbench {
namespace {

using testing::MatchesRegex;

TEST(HostIdentity, IsEightDigitsThatStayTheSame) {
  EXPECT_THAT(host_identity(), MatchesRegex("[0-9a-f]{8}"));
  EXPECT_EQ(host_identity(), host_identity());
}

TEST(RandomHex, HasTwoDigitsAByteAndNeverRepeats) {
  EXPECT_EQ(random_hex(0), "");
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = random_hex(8);
    EXPECT_THAT(text, MatchesRegex("[0-9a-f]{16}"));
    EXPECT_TRUE(seen.insert(text).second) << text;
  }
}

}  // namespace
}  // namespace sketchbench
