#include <sketchbench/report/plot/draw_figure.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/system/file.hpp>
#include <sketchbench/report/plot/font_coverage.hpp>
#include "report/plot/fault_of_xml.hpp"
#include "report/plot/sample_figure.hpp"
#include "support/as_nobody.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing_support::AsNobody;
using testing_support::EnvironmentVariable;
using testing_support::fault_of_xml;
using testing_support::message_of;
using testing_support::TemporaryFolder;

std::filesystem::path program(const TemporaryFolder& folder, const std::string& script) {
  const auto file = folder.write("bin/gnuplot", script);
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return file;
}

class DrawFigure : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_gnuplot()) GTEST_SKIP() << "gnuplot is not installed: scripts/install-dependencies figures";
  }
  TemporaryFolder folder;
};

TEST_F(DrawFigure, MakesThreeFilesOfTheRightKinds) {
  const auto written = draw_figure(sample_figure(), folder / "out", *find_gnuplot());
  ASSERT_EQ(written.size(), 3u);
  const std::string svg = read_file(folder / "out/sample.svg");
  EXPECT_THAT(svg, StartsWith("<?xml"));
  EXPECT_EQ(fault_of_xml(svg), "");
  EXPECT_THAT(svg, AllOf(HasSubstr("<title>Figure 1: A &lt;sample&gt; &amp; its 'quotes'</title>"),
                         HasSubstr("<desc>Bars: one standard deviation.</desc>"), HasSubstr("sans-serif")));
  EXPECT_THAT(svg, HasSubstr("(1+⟨x,y⟩)⁴ it's 5 % of {a_b^c} `ls` @x ~y \\n $z"))
      << "text appears as it was given";
  EXPECT_THAT(read_file(folder / "out/sample.pdf"), AllOf(StartsWith("%PDF-"), EndsWith("%%EOF\n")));
  EXPECT_THAT(read_file(folder / "out/sample.png"), AllOf(StartsWith("\x89PNG\r\n"), HasSubstr("IEND")));
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder / "out")) ++files;
  EXPECT_EQ(files, 3u) << "no temporary file stays";
}

TEST_F(DrawFigure, TheSameFigureGivesTheSameBytesWithoutADate) {
  draw_figure(sample_figure(), folder / "a", *find_gnuplot());
  draw_figure(sample_figure(), folder / "b", *find_gnuplot());
  for (const char* name : {"sample.svg", "sample.pdf", "sample.png"})
    EXPECT_TRUE(read_file(folder / "a" / name) == read_file(folder / "b" / name)) << name;
  EXPECT_THAT(read_file(folder / "a/sample.pdf"), Not(HasSubstr("CreationDate")));
}

TEST_F(DrawFigure, ACharacterWithoutAFontIsASmallBoxOutsideOfTheSvg) {
  Figure strange = sample_figure(), boxes = sample_figure();
  const std::string no_character = "\xF3\xB0\x80\x80";  // U+F0000, for private use: no font has it
  if (!characters_without_font(no_character).size()) GTEST_SKIP() << "a font, or no fontconfig";
  strange.panels[0].title = "My " + no_character;
  boxes.panels[0].title = "My □";
  draw_figure(strange, folder / "strange", *find_gnuplot());
  draw_figure(boxes, folder / "boxes", *find_gnuplot());
  for (const char* name : {"sample.pdf", "sample.png"})
    EXPECT_TRUE(read_file(folder / "strange" / name) == read_file(folder / "boxes" / name)) << name;
  EXPECT_THAT(read_file(folder / "strange/sample.svg"), HasSubstr("My " + no_character));
}

TEST_F(DrawFigure, AUsersOwnSettingsDoNotMatter) {
  folder.write(".gnuplot", "set terminal dumb\nexit status 3\n");
  const EnvironmentVariable home("HOME", folder.path().string());
  EXPECT_NO_THROW(draw_figure(sample_figure(), folder / "out", *find_gnuplot()));
}

TEST(DrawFigureFailing, SaysWhatGnuplotSaidAndLeavesNothing) {
  const TemporaryFolder folder;
  const auto broken = program(folder, "#!/bin/sh\necho 'unknown terminal type' >&2\nexit 1\n");
  EXPECT_THAT(message_of<Error>([&] { draw_figure(sample_figure(), folder / "out", broken); }),
              AllOf(HasSubstr("sample"), HasSubstr("exit code 1"), HasSubstr("unknown terminal type")));
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(DrawFigureFailing, GnuplotDoesNotInheritThatBrokenPipesAreIgnored) {
  const TemporaryFolder folder;
  const auto telling = program(folder, "#!/bin/sh\ngrep SigIgn /proc/self/status\nexit 1\n");
  auto* const before = std::signal(SIGPIPE, SIG_IGN);
  const std::string message =
      message_of<Error>([&] { draw_figure(sample_figure(), folder / "out", telling); });
  std::signal(SIGPIPE, before);
  const auto at = message.find("SigIgn:\t");
  ASSERT_NE(at, std::string::npos) << message;
  const std::uint64_t ignored = std::stoull(message.substr(at + 8), nullptr, 16);
  EXPECT_EQ(ignored & (std::uint64_t{1} << (SIGPIPE - 1)), 0u) << message;
}

TEST(DrawFigureFailing, NothingIsInTheTemporaryFolderThatAKillCouldLeaveThere) {
  const TemporaryFolder folder, temporary;
  const EnvironmentVariable variable("TMPDIR", temporary.path().string());
  const auto watching = program(folder, "#!/bin/sh\nls \"$TMPDIR\"\necho so much\nkill -9 $$\n");
  EXPECT_THAT(message_of<Error>([&] { draw_figure(sample_figure(), folder / "out", watching); }),
              AllOf(HasSubstr("sample"), EndsWith("(signal 9): so much\n")));
}

TEST_F(DrawFigure, WhatGnuplotCouldWriteOnlyInPartIsNotTakenForAFigure) {
  draw_figure(sample_figure(), folder / "out", *find_gnuplot());
  const std::uintmax_t svg_bytes = std::filesystem::file_size(folder / "out/sample.svg"),
                       most_bytes =
                           std::max({svg_bytes, std::filesystem::file_size(folder / "out/sample.pdf"),
                                     std::filesystem::file_size(folder / "out/sample.png")});
  // No file beyond so many blocks of 512 bytes, as on a full disk; not all of gnuplot's forms notice.
  for (const std::uintmax_t bytes : {svg_bytes / 2, svg_bytes - 1, most_bytes - 1}) {
    const auto limited =
        program(folder, fmt::format("#!/bin/sh\ntrap '' XFSZ\nulimit -f {}\nexec {} \"$@\"\n", bytes / 512,
                                    find_gnuplot()->string()));
    EXPECT_THAT(message_of<Error>([&] { draw_figure(sample_figure(), folder / "limited", limited); }),
                HasSubstr("sample"))
        << bytes;
    EXPECT_FALSE(std::filesystem::exists(folder / "limited"));
  }
}

TEST(DrawFigureFailing, IsFoundOnPathOrNot) {
  const TemporaryFolder folder;
  const auto file = program(folder, "#!/bin/sh\n");
  {
    const EnvironmentVariable path("PATH", "/nowhere:" + file.parent_path().string());
    EXPECT_EQ(find_gnuplot(), file);
  }
  {
    const EnvironmentVariable path("PATH", folder.path().string());
    EXPECT_EQ(find_gnuplot(), std::nullopt);
  }
  {
    folder.write("closed/gnuplot", "");
    std::filesystem::permissions(folder / "closed", std::filesystem::perms::none);
    const AsNobody nobody(folder.path());
    const EnvironmentVariable path("PATH", (folder / "closed").string() + ":" + file.parent_path().string());
    EXPECT_EQ(find_gnuplot(), file) << "a folder that may not be looked into";
  }
  std::filesystem::permissions(file, std::filesystem::perms::owner_read);
  const EnvironmentVariable path("PATH", file.parent_path().string());
  EXPECT_EQ(find_gnuplot(), std::nullopt) << "a file that is no program";
}

}  // namespace
}  // namespace sketchbench
