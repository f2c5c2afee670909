#include <sketchbench/core/text.hpp>

#include <gtest/gtest.h>

namespace sketchbench {
namespace {

TEST(Text, SecondsReadWell) {
  EXPECT_EQ(readable_seconds(0.4249), "0.42 s");
  EXPECT_EQ(readable_seconds(9.96), "10.0 s");
  EXPECT_EQ(readable_seconds(99.6), "1 min 40 s");
  EXPECT_EQ(readable_seconds(3599.6), "1 h 00 min");
  EXPECT_EQ(readable_seconds(7980), "2 h 13 min");
}

TEST(Text, BytesAndCountsReadWell) {
  EXPECT_EQ(readable_bytes(612), "612 B");
  EXPECT_EQ(readable_bytes(12.4e6), "12.4 MB");
  EXPECT_EQ(readable_bytes(3.2e9), "3.20 GB");
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(32561), "32,561");
  EXPECT_EQ(with_commas(-1234567), "-1,234,567");
}

TEST(Text, IsReplacedEverywhereAndOnce) {
  EXPECT_EQ(replaced("a%b%", "%", "%%"), "a%%b%%");
  EXPECT_EQ(replaced("", "x", "y"), "");
  EXPECT_EQ(replaced("aaa", "aa", "b"), "ba");
}

TEST(Text, IsShortenedBetweenCharacters) {
  EXPECT_EQ(shortened("short", 5), "short");
  EXPECT_EQ(shortened("longer", 5), "lo...");
  EXPECT_EQ(shortened("aé and more", 5), "a...") << "not half of the second character";
}

TEST(Printable, LeavesTextThatShowsAsItIs) {
  const std::string text = "⟨x,y⟩² ± é\tπ\n\"quoted\\\"";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ControlCharactersAreShownAndNotSent) {
  EXPECT_EQ(printable("\x1b[31mred\x07\r\b\x7f"), "\\x1b[31mred\\x07\\x0d\\x08\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\xc2\\x9b31m")
      << "one character does for escape and bracket";
  EXPECT_EQ(printable("\xC2\xA0"), "\xC2\xA0");
  EXPECT_EQ(printable("\xEF\xBF\xBE"), "\\xef\\xbf\\xbe") << "no character, which XML may not hold";
}

TEST(Printable, BytesThatAreNotUtf8AreShownOneByOne) {
  EXPECT_EQ(printable("a\xFFz"), "a\\xffz");
  EXPECT_EQ(printable("\xC3"), "\\xc3");
  EXPECT_EQ(printable("\xC3("), "\\xc3(");
  EXPECT_EQ(printable("\xC0\x9B"), "\\xc0\\x9b") << "longer than need be";
  EXPECT_EQ(printable("\xE0\x80\x9B"), "\\xe0\\x80\\x9b");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "half of a surrogate pair";
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last character";
  EXPECT_EQ(printable("\xF0\x9F\x98\x80"), "\xF0\x9F\x98\x80");
}

TEST(DecimalText, HasAnExponentWhereDigitsWouldHaveToBeCounted) {
  EXPECT_EQ(decimal_text(0.91234, 4), "0.9123");
  EXPECT_EQ(decimal_text(-999999.4, 0), "-999999");
  EXPECT_EQ(decimal_text(1e6, 2), "1.00e+06");
  EXPECT_EQ(decimal_text(-3.21e30, 4), "-3.2100e+30");
}

TEST(Printable, ALineHasNoEndsWithinIt) {
  EXPECT_EQ(printable_line("one\ntwo\tthree\x1b["), "one two three\\x1b[");
}

}  // namespace
}  // namespace sketchbench
