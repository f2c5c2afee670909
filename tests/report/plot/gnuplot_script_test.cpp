#include <sketchbench/report/plot/gnuplot_script.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "report/plot/sample_figure.hpp"

namespace sketchbench {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The rows of every data block that the script plots with this style, over one of the three forms.
std::size_t rows_plotted(const std::string& script, const std::string& with) {
  std::map<std::string, std::size_t> rows;
  std::istringstream lines(script);
  std::string block;
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch match; std::regex_match(line, match, std::regex(R"((\$data\d+) << END)")))
      block = match[1];
    else if (line == "END")
      block.clear();
    else if (!block.empty())
      ++rows[block];
  }
  const std::string first_form = script.substr(0, script.find("unset output"));
  const std::regex plotted(R"((\$data\d+) with )" + with);
  std::size_t count = 0;
  for (std::sregex_iterator at(first_form.begin(), first_form.end(), plotted), end; at != end; ++at)
    count += rows.at((*at)[1]);
  return count;
}

TEST(GnuplotScript, QuotedTextCannotEndItsQuotesOrItsLine) {
  EXPECT_EQ(gnuplot_quoted("plain"), "\"plain\"");
  EXPECT_EQ(gnuplot_quoted("it's"), "\"it\\047s\"");
  EXPECT_EQ(gnuplot_quoted("#1 2"), "\"\\043\\061 2\"") << "a digit would be read as one of the number's";
  EXPECT_EQ(gnuplot_quoted("\"; quit #\\"), "\"\\042\\073 quit \\043\\134\"");
  EXPECT_EQ(gnuplot_quoted("a\nquit\tb"), "\"a quit b\"");
  EXPECT_EQ(gnuplot_quoted("\x1b[31m"), "\"\\134x1b\\133\\063\\061m\"") << "shown as \\x1b";
  EXPECT_EQ(gnuplot_quoted("⟨x,y⟩⁴ `ls` @x {y}"), "\"⟨x,y⟩⁴ \\140ls\\140 \\100x \\173y\\175\"");
}

TEST(GnuplotScript, PlotsAsManyPointsAsTheFigureHas) {
  const Figure figure = sample_figure();
  std::size_t measured = 0, bars = 0;
  for (const Panel& panel : figure.panels)
    for (const FigureSeries& series : panel.series)
      if (series.mark == Mark::measured)
        for (const FigurePoint& point : series.points) {
          ++measured;
          bars += point.low || point.high ? 1 : 0;
        }
  const std::string script = gnuplot_script(figure);
  // A hollow point is drawn twice, filled with the ground's colour and then its outline; the legend adds a
  // filled point, and a hollow one in its two parts.
  const std::size_t hollow = figure.panels.size();
  EXPECT_EQ(rows_plotted(script, "points"), measured + hollow + 3);
  EXPECT_EQ(rows_plotted(script, "vectors"), bars);
}

TEST(GnuplotScript, LeavesOutWhatALogarithmicAxisCannotShowAndEndsBarsAtItsFoot) {
  Figure figure{.name = "log", .title = {}, .caption = {}};
  figure.panels.push_back(
      {.title = {},
       .dataset = {},
       .x = {},
       .y = {.label = {}, .logarithmic = true},
       .series = {
           {.key = "tensor_sketch",
            .label = {},
            .points = {{.x = 1, .y = -2}, {.x = 2, .y = 3, .low = -1, .high = 5}, {.x = 3, .y = 4}}}}});
  const std::string script = gnuplot_script(figure);
  EXPECT_EQ(rows_plotted(script, "points"), 2u);
  EXPECT_THAT(script, Not(HasSubstr("nan")));
  EXPECT_THAT(script, Not(HasSubstr(" -2\n")));
  EXPECT_THAT(script, Not(HasSubstr("2 -1 ")));
}

TEST(GnuplotScript, IsAFunctionOfTheFigure) {
  EXPECT_EQ(gnuplot_script(sample_figure()), gnuplot_script(sample_figure()));
}

TEST(GnuplotScript, TwoTheoriesOfOneMethodAreDashedDifferently) {
  Figure figure = sample_figure();
  FigureSeries second = figure.panels[0].series[1];
  second.label = "exact variance";
  figure.panels[0].series.push_back(second);
  std::set<std::string> dashes;
  const std::string script = gnuplot_script(figure);
  const std::regex dash(R"(dt (\([^)]*\)))");
  for (std::sregex_iterator at(script.begin(), script.end(), dash), end; at != end; ++at)
    dashes.insert((*at)[1]);
  EXPECT_EQ(dashes.size(), 2u);
}

TEST(GnuplotScript, ASharedTheorysSampleIsDashedAsItsLinesAre) {
  Figure figure{.panels = {{}}};
  for (const char* key : {"rks", "tefm_g"})
    for (const char* label : {"bound", "sharper bound"})
      figure.panels[0].series.push_back(
          {.key = key, .label = label, .mark = Mark::theory, .points = {{.x = 1, .y = 1}, {.x = 2, .y = 2}}});
  std::map<std::string, int> lines;
  const std::string script = gnuplot_script(figure);
  const std::regex dash(R"(dt (\([^)]*\)))");
  for (std::sregex_iterator at(script.begin(), script.end(), dash), end; at != end; ++at) ++lines[(*at)[1]];
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines.begin()->second, lines.rbegin()->second) << "each of two methods, and of a sample";
}

}  // namespace
}  // namespace sketchbench
