#include <sketchbench/report/plot/figure_layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

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

TEST(FigureLayout, ALegendOfManyEntriesIsBrief) {
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

TEST(FigureLayout, ALongTitleIsSetSmallerSoThatItFits) {
  Figure figure = sample_figure();
  for (Panel& panel : figure.panels) panel.title = "Gisette, simulated, (1+⟨x,y⟩)⁴ and more";
  figure.columns = 6;
  const FigureLayout layout = lay_out(figure);
  EXPECT_EQ(count_of(layout, figure.panels[0].title), 6u);
  for (const PlacedText& text : layout.texts)
    EXPECT_TRUE(text.text != figure.panels[0].title || text.size < 8) << text.size;
}

}  // namespace
}  // namespace sketchbench
