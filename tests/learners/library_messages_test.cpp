#include <sketchbench/learners/library_messages.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

/// Stands in for a library: it has a callback, set by a function, and none prints to stdout.
LibraryMessages::Printer& printer() {
  static LibraryMessages::Printer current = nullptr;
  return current;
}
void set_printer(LibraryMessages::Printer p) { printer() = p; }

TEST(LibraryMessages, JoinsPiecesIntoLinesAndLeavesProgressOut) {
  std::vector<std::string> lines;
  LibraryMessages capture(set_printer, [&](std::string_view line) { lines.emplace_back(line); });
  for (const char* piece : {"..", "*", ".\nopti", "mization finished", "\n\nobj = 1\nnSV", " = 2\n"})
    printer()(piece);
  EXPECT_THAT(lines, testing::ElementsAre("optimization finished", "obj = 1", "nSV = 2"));
  EXPECT_EQ(capture.text(), "optimization finished\nobj = 1\nnSV = 2\n");
}

TEST(LibraryMessages, GivesThePrinterBackWhenAnExceptionPasses) {
  try {
    const LibraryMessages capture(set_printer, [](std::string_view) {});
    EXPECT_NE(printer(), nullptr);
    throw Error("training failed");
  } catch (const Error&) {
  }
  EXPECT_EQ(printer(), nullptr);
  EXPECT_NO_THROW(LibraryMessages(set_printer, [](std::string_view) {}));
}

TEST(LibraryMessages, AllowsOneCaptureAtATime) {
  const LibraryMessages capture(set_printer, [](std::string_view) {});
  EXPECT_THROW(LibraryMessages(set_printer, [](std::string_view) {}), Error);
  EXPECT_NE(printer(), nullptr);
}

TEST(LibraryMessages, ShowsEveryLineToTheSinkHoweverManyThereAre) {
  int seen = 0;
  LibraryMessages capture(set_printer, [&](std::string_view) { ++seen; });
  for (int i = 0; i < 100000; ++i) printer()("a line of some length\n");
  EXPECT_EQ(seen, 100000);
  EXPECT_LE(capture.text().size(), LibraryMessages::text_limit);
}

TEST(BoundedLines, KeepsShortTextWhole) {
  BoundedLines lines(1000);
  lines.add("one");
  lines.add("two");
  EXPECT_EQ(lines.text(), "one\ntwo\n");
}

TEST(BoundedLines, LeavesOutWholeLinesInTheMiddleAndSaysHowMuch) {
  constexpr std::size_t limit = 1000;
  for (const int count : {50, 90, 100, 110, 150, 1000, 5000}) {
    BoundedLines lines(limit);
    std::size_t bytes = 0;
    for (int i = 0; i < count; ++i) {
      const std::string line = fmt::format("line {:04}", i);
      bytes += line.size() + 1;
      lines.add(line);
    }
    const std::string text = lines.text();
    EXPECT_LE(text.size(), limit);
    EXPECT_THAT(text, testing::StartsWith("line 0000\nline 0001\n"));
    EXPECT_THAT(text, testing::EndsWith(fmt::format("\nline {:04}\n", count - 1)));
    if (bytes <= limit) {
      EXPECT_EQ(text.size(), bytes);
      continue;
    }
    const auto note = text.find("\n[... ") + 1;
    const auto rest = text.find('\n', note) + 1;
    EXPECT_EQ(text.substr(rest, 5), "line ");
    EXPECT_EQ(text.substr(note, rest - note),
              fmt::format("[... {} bytes left out ...]\n", bytes - note - (text.size() - rest)));
  }
}

TEST(BoundedLines, CutsALineLongerThanTheRoom) {
  BoundedLines lines(1000);
  lines.add(std::string(5000, 'x') + "end");
  EXPECT_LE(lines.text().size(), 1000u);
  EXPECT_THAT(lines.text(), testing::EndsWith("xend\n"));
}

}  // namespace
}  // namespace sketchbench
