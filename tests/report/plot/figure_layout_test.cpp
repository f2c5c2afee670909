#include <sketchbench/report/plot/figure_layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <sketchbench/report/plot/dodges.hpp>
#include <sketchbench/report/plot/text_width.hpp>
#include "report/plot/sample_figure.hpp"

namespace sketchbench {
namespace {

using testing::ElementsAre;

std::vector<std::string> legend_labels(const FigureLayout& layout) {
  std::vector<std::string> labels;
  for (const PlacedSample& entry : layout.legend) labels.push_back(entry.series->label);
  return labels;
}

std::size_t count_of(const FigureLayout& layout, const std::string& text) {
  return static_cast<std::size_t>(std::count_if(layout.texts.begin(), layout.texts.end(),
                                                [&](const PlacedText& t) { return t.text == text; }));
}

bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;
}

TEST(FigureLayout, TheLegendHasEveryLabelOnceAboveAllPanelsMeasurementsFirst) {
  const Figure figure = sample_figure();
  const FigureLayout layout = lay_out(figure);
  EXPECT_THAT(legend_labels(layout), ElementsAre("Tensor Sketching", "the paper", "Lemma 6", "exact kernel"));
  for (const PlacedSample& entry : layout.legend) {
    EXPECT_LT(entry.y, layout.height);
    for (const PlacedPanel& panel : layout.panels) EXPECT_GT(entry.y, panel.box.top);
  }
  EXPECT_TRUE(layout.legend[0].joined);
  EXPECT_FALSE(layout.legend[1].joined) << "a lone point has no line";
}

TEST(FigureLayout, TickLabelsDoNotTouch) {
  Figure figure;
  figure.columns = 3;
  figure.panels.resize(3);
  for (Panel& panel : figure.panels) {
    panel.x.logarithmic = true;
    panel.series.push_back(
        {.key = "rks", .label = "RKS", .points = {{.x = 200, .y = 1}, {.x = 25600, .y = 2}}});
  }
  for (const PlacedPanel& placed : lay_out(figure).panels) {
    double end = -HUGE_VAL;
    for (const Tick& tick : placed.x.ticks) {
      if (tick.label.empty()) continue;
      const double at = placed.x.share_of(tick.at) * (placed.box.right - placed.box.left);
      const double half = text_width_em(tick.label) * 7 / 2;
      EXPECT_GT(at - half, end) << tick.label;
      end = at + half;
    }
  }
}

TEST(FigureLayout, ALongTitleOfAllVerticalAxesHasLinesOfTheUsualSize) {
  Figure figure;
  figure.columns = 3;
  figure.panels.resize(3);
  for (Panel& panel : figure.panels) {
    panel.y.label = "relative error of the leading eigenvalues of the kernel matrix";
    panel.series.push_back({.key = "rks", .label = "RKS", .points = {{.x = 1, .y = 1}, {.x = 2, .y = 2}}});
  }
  const FigureLayout layout = lay_out(figure);
  int lines = 0;
  for (const PlacedText& text : layout.texts)
    if (text.upwards) {
      ++lines;
      EXPECT_EQ(text.size, 8) << text.text;
    }
  EXPECT_GE(lines, 2);
}

TEST(FigureLayout, ALabelThatTheoriesOfSeveralMethodsShareIsNoneOfTheirs) {
  Figure figure;
  figure.panels.resize(1);
  for (const char* key : {"rks", "tefm_g"})
    for (const Mark mark : {Mark::measured, Mark::theory})
      figure.panels[0].series.push_back({.key = key,
                                         .label = mark == Mark::theory ? "claimed" : key,
                                         .mark = mark,
                                         .points = {{.x = 1, .y = 1}, {.x = 2, .y = 2}}});
  for (const PlacedSample& entry : lay_out(figure).legend)
    EXPECT_EQ(entry.of_several, entry.text == "claimed") << entry.text;
}

TEST(FigureLayout, ALegendThatWouldTakeSeveralLinesOrHasManyEntriesIsBrief) {
  Figure figure;
  figure.panels.resize(1);
  const auto add = [&](int number) {
    const std::string name = std::to_string(number);
    figure.panels[0].series.push_back({.key = name,
                                       .label = "a setting with rather a long name " + name,
                                       .points = {{.x = 1, .y = 1}},
                                       .brief = number == 0 ? "" : "no. " + name});
  };
  for (int number = 0; number < 8; ++number) add(number);
  EXPECT_EQ(lay_out(figure).legend[1].text, "a setting with rather a long name 1");
  add(8);
  const FigureLayout layout = lay_out(figure);
  EXPECT_EQ(layout.legend[1].text, "no. 1");
  EXPECT_EQ(layout.legend[0].text, "a setting with rather a long name 0") << "it has no other";
}

TEST(FigureLayout, LegendEntriesDoNotTouch) {
  Figure figure = sample_figure();
  for (int i = 0; i < 12; ++i)
    figure.panels[0].series.push_back({.key = "setting " + std::to_string(i),
                                       .label = "a setting with rather a long name " + std::to_string(i),
                                       .points = {{.x = 1, .y = 1}}});
  const FigureLayout layout = lay_out(figure);
  for (const PlacedSample& a : layout.legend) {
    const double end = a.x + legend_sample + 8 * text_width_em(a.text);
    EXPECT_GE(a.x, 0);
    EXPECT_LE(end, layout.width);
    for (const PlacedSample& b : layout.legend)
      if (a.y == b.y && a.x < b.x) {
        EXPECT_LT(end, b.x) << a.series->label << " and " << b.series->label;
      }
  }
}

TEST(FigureLayout, PanelsLieInThePictureAndApart) {
  for (const int columns : {1, 2, 3, 4, 6}) {
    Figure figure = sample_figure();
    figure.columns = columns;
    const FigureLayout layout = lay_out(figure);
    ASSERT_EQ(layout.panels.size(), 6u);
    for (const PlacedPanel& a : layout.panels) {
      EXPECT_GT(a.box.left, 0);
      EXPECT_GT(a.box.bottom, 0);
      EXPECT_LT(a.box.right, layout.width);
      EXPECT_LT(a.box.top, layout.height);
      EXPECT_GT(a.box.right - a.box.left, 40);
      for (const PlacedPanel& b : layout.panels) EXPECT_TRUE(&a == &b || !overlap(a.box, b.box));
    }
  }
}

TEST(FigureLayout, SharedAxisTitlesStandOnceOthersAtEachPanel) {
  Figure figure = sample_figure();
  EXPECT_EQ(count_of(lay_out(figure), "time (s)"), 1u);
  figure.panels[4].y.label = "accuracy (%)";
  const FigureLayout layout = lay_out(figure);
  EXPECT_EQ(count_of(layout, "time (s)"), 5u);
  EXPECT_EQ(count_of(layout, "accuracy (%)"), 1u);
  EXPECT_EQ(count_of(layout, "number of random features D"), 1u);
}

TEST(FigureLayout, APanelWithoutPointsLeavesItsPlaceBlankAndAnEmptyRowGoes) {
  Figure figure = sample_figure();
  const FigureLayout full = lay_out(figure);
  figure.panels[1].series.clear();
  const FigureLayout gap = lay_out(figure);
  ASSERT_EQ(gap.panels.size(), 5u);
  EXPECT_NEAR(gap.panels[1].box.left, full.panels[2].box.left, 10) << "the third column is still the third";
  EXPECT_EQ(gap.height, full.height);
  for (const int i : {0, 2}) figure.panels[static_cast<std::size_t>(i)].series.clear();
  EXPECT_LT(lay_out(figure).height, 0.75 * full.height);
  for (Panel& panel : figure.panels) panel.series.clear();
  EXPECT_TRUE(lay_out(figure).panels.empty());
}

TEST(FigureLayout, TitlesOfAllPanelsHaveOneSizeAndTwoLinesWhereOneIsLong) {
  Figure figure = sample_figure();
  for (Panel& panel : figure.panels) panel.title = "Adult, ⟨x,y⟩²";
  figure.panels[2].title = "Gisette twice, (1+⟨x,y⟩)⁴";
  figure.columns = 6;
  const FigureLayout layout = lay_out(figure);
  EXPECT_EQ(count_of(layout, "Adult"), 5u);
  EXPECT_EQ(count_of(layout, "Gisette twice"), 1u);
  std::set<double> sizes;
  for (const PlacedText& text : layout.texts)
    if (text.text == "Adult" || text.text == "(1+⟨x,y⟩)⁴") sizes.insert(text.size);
  EXPECT_EQ(sizes.size(), 1u);
}

/// Two curves that end near to each other, beside a level.
Figure two_curves() {
  Figure figure;
  figure.panels.resize(1);
  figure.panels[0].series = {
      {.key = "tensor_sketch",
       .label = "Tensor Sketching",
       .points = {{.x = 1, .y = 1}, {.x = 2, .y = 10}},
       .brief = "TS"},
      {.key = "random_maclaurin_published", .label = "RM", .points = {{.x = 1, .y = 2}, {.x = 2, .y = 10.1}}},
      {.key = "exact", .label = "exact", .mark = Mark::level, .points = {{.x = 1, .y = 9.9}}}};
  return figure;
}

TEST(FigureLayout, AFewCurvesHaveTheirLabelsAtTheirEnds) {
  const Figure figure = two_curves();
  const FigureLayout layout = lay_out(figure);
  EXPECT_TRUE(layout.legend.empty());
  const Box& box = layout.panels[0].box;
  std::vector<double> heights;
  for (const PlacedText& text : layout.texts)
    if (text.of != nullptr) {
      EXPECT_GE(text.x, box.right) << text.text;
      EXPECT_LE(text.x + text.size * text_width_em(text.text), layout.width) << text.text;
      EXPECT_GE(text.y, box.bottom) << text.text;
      EXPECT_LE(text.y, box.top + 1) << text.text;
      heights.push_back(text.y);
    }
  ASSERT_EQ(heights.size(), 3u);
  for (std::size_t i = 0; i + 1 < heights.size(); ++i)
    EXPECT_GE(std::abs(heights[i + 1] - heights[i]), 7) << "they do not lie on each other";
}

TEST(FigureLayout, LabelsStandInALegendWhereLinesAreManyOrOneIsAClaim) {
  Figure figure = two_curves();
  figure.panels[0].series.push_back(
      {.key = "tensor_sketch", .label = "claimed", .mark = Mark::theory, .points = {{.x = 1, .y = 1}}});
  EXPECT_EQ(lay_out(figure).legend.size(), 4u);
  figure = two_curves();
  for (int i = 0; i < 6; ++i)
    figure.panels[0].series.push_back({.key = std::to_string(i),
                                       .label = std::to_string(i),
                                       .points = {{.x = 1, .y = 1}, {.x = 2, .y = 1}}});
  EXPECT_EQ(lay_out(figure).legend.size(), 9u);
}

TEST(Dodges, MoveErrorBarsApartThatShareAPlace) {
  Panel panel;
  const auto with_bar = [](double y, double half) {
    return std::vector<FigurePoint>{{.x = 1, .y = y, .low = y - half, .high = y + half},
                                    {.x = 2, .y = y, .low = y - half, .high = y + half}};
  };
  panel.series = {{.key = "a", .label = "a", .points = with_bar(10, 3)},
                  {.key = "b", .label = "b", .points = with_bar(11, 3)},
                  {.key = "short", .label = "short", .points = with_bar(12, 0.01)},
                  {.key = "c", .label = "c", .points = with_bar(9, 3)},
                  {.key = "level", .label = "level", .mark = Mark::level, .points = with_bar(9, 3)}};
  const AxisScale x = scale_x(panel, 5), y = scale_y(panel, 5);
  const std::vector<double> moved = dodges(panel, x, y);
  EXPECT_LT(moved[0], 0);
  EXPECT_NEAR(moved[1], 0, 1e-12);
  EXPECT_NEAR(moved[3], -moved[0], 1e-12);
  EXPECT_EQ(moved[2], 0) << "its bar is hidden by its symbol anyway";
  EXPECT_EQ(moved[4], 0);
  EXPECT_NEAR(x.value_at(x.share_of(1.5)), 1.5, 1e-12);
  panel.series.resize(1);
  EXPECT_EQ(dodges(panel, x, y), std::vector<double>{0}) << "alone";
}

}  // namespace
}  // namespace sketchbench
