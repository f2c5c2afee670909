#include "base/text.hpp"

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

}  // namespace
}  // namespace sketchbench
