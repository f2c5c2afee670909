// Text from outside (titles, names of data sets) in figures: whatever it holds, it is drawn and does nothing
// else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/system/file.hpp>
#include <sketchbench/core/text.hpp>
#include <sketchbench/report/plot/draw_figure.hpp>
#include "report/plot/fault_of_xml.hpp"
#include "report/plot/sample_figure.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing_support::fault_of_xml;
using testing_support::TemporaryFolder;

/// The figure with `text` wherever text from outside can stand.
Figure titled(const std::string& text) {
  Figure figure = sample_figure();
  figure.panels.resize(1);
  figure.number = figure.title = figure.caption = text;
  Panel& panel = figure.panels.front();
  panel.title = panel.dataset = panel.x.label = panel.y.label = text;
  for (FigureSeries& series : panel.series) series.label = text;
  return figure;
}

class HostileText : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(find_gnuplot()) << "scripts/install-dependencies figures"; }
  TemporaryFolder folder;
};

TEST_F(HostileText, IsDrawnAndNeverTakenForACommand) {
  const std::string hurt = (folder / "hurt").string(), touch = "system(\"touch " + hurt + "\")";
  const std::string texts[] = {"two '' quotes",
                               "''''",
                               "\"\"",
                               "ends in a backslash \\",
                               "\\\\\\",
                               "\\042\\n\\",
                               "100 % %g %s %%",
                               "`touch " + hurt + "`",
                               "'; " + touch + " #",
                               "\"; " + touch + " #",
                               "\n" + touch + "\n",
                               "\r\n" + touch,
                               "\\\n" + touch,
                               "@hurt @@",
                               "$data0 << END",
                               "END\n" + touch + "\nEND",
                               "{/Symbol a} {}}{ a_b^c &{x} ~a{.8-}",
                               "# comment",
                               "\x1b]0;title\x07 \x1b[31mred",
                               std::string("a\0b", 3),
                               "broken \xC3( \xFF \xED\xA0\x80 UTF-8",
                               "\xEF\xBF\xBE",
                               "</text><script>alert(1)</script>",
                               "]]> <![CDATA[ --> <!-- &amp; &#0;",
                               "<title>x</title><desc>",
                               std::string(5000, 'x'),
                               " "};
  for (const std::string& text : texts) {
    SCOPED_TRACE(printable(text));
    ASSERT_NO_THROW(draw_figure(titled(text), folder / "out", *find_gnuplot()));
    EXPECT_EQ(fault_of_xml(read_file(folder / "out/sample.svg")), "");
    EXPECT_FALSE(std::filesystem::exists(hurt));
  }
}

TEST_F(HostileText, WhatDoesNotShowIsShownEscaped) {
  draw_figure(titled("two '' quotes #12, \x1b[31m, \xFF"), folder / "out", *find_gnuplot());
  const std::string svg = read_file(folder / "out/sample.svg");
  EXPECT_THAT(svg, HasSubstr(">two '' quotes #12, \\x1b[31m, \\xff</text>"));
  EXPECT_THAT(svg, HasSubstr("<desc>two '' quotes #12, \\x1b[31m, \\xff</desc>"));
}

}  // namespace
}  // namespace sketchbench
