#include <sketchbench/report/plot/font_coverage.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FontCoverage, ACharacterIsThereWhenAnyFontHasIt) {
  const char* const two_fonts = "20-7e e4 27e8-27e9\n20-7e 6f20-6f22 1f600\n";
  EXPECT_THAT(characters_not_in(two_fonts, "a~\x7f"), IsEmpty()) << "ASCII is not looked for";
  EXPECT_THAT(characters_not_in(two_fonts, "ä⟨x⟩ 漢 😀"), IsEmpty());
  EXPECT_THAT(characters_not_in(two_fonts, "字 å 字 ⟪ 😁"), ElementsAre("å", "⟪", "字", "😁"));
  EXPECT_THAT(characters_not_in("", "ä"), ElementsAre("ä"));
  EXPECT_THAT(characters_not_in("no ranges - at all-\n", "ä"), ElementsAre("ä"));
}

TEST(FontCoverage, WhatKernelsAreWrittenWithIsHere) {
  EXPECT_THAT(characters_without_font("(1+⟨x,y⟩)⁴ σ ²"), IsEmpty());
  EXPECT_THAT(characters_without_font("plain"), IsEmpty());
}

}  // namespace
}  // namespace sketchbench
