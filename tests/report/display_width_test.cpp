#include <sketchbench/report/document/display_width.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sketchbench {
namespace {

TEST(DisplayWidth, CountsWhatTheEyeSees) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("(1+⟨x,y⟩)⁴"), 10u);
  EXPECT_EQ(display_width("84.35 ± 0.08 ✓"), 14u);
  EXPECT_EQ(display_width("e\u0301"), 1u) << "a combining accent";
  EXPECT_EQ(display_width("漢字"), 4u) << "wide characters";
}

TEST(DisplayWidth, BytesThatAreNotUtf8TakeOneColumnEach) {
  EXPECT_EQ(display_width("\xff\xfe"), 2u);
  EXPECT_EQ(display_width("a\xe2\x9c"), 3u) << "cut in the middle of a character";
}

TEST(DisplayWidth, WrapsAtSpacesAndKeepsLongWordsWhole) {
  EXPECT_THAT(wrapped("one two three", 7), testing::ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("a verylongword b", 4), testing::ElementsAre("a", "verylongword", "b"));
  EXPECT_THAT(wrapped("⟨x,y⟩² ⟨x,y⟩⁴", 13), testing::ElementsAre("⟨x,y⟩² ⟨x,y⟩⁴"));
  EXPECT_TRUE(wrapped("", 10).empty());
}

}  // namespace
}  // namespace sketchbench
