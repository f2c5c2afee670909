#include <sketchbench/report/figure/parameter_series.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/json.hpp>
#include <sketchbench/report/words.hpp>

namespace sketchbench {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::SizeIs;

TEST(LabelWithoutAParameter, KeepsTheOthers) {
  EXPECT_EQ(label_without("map[a=2,s=10,z=1]", "s"), "map[a=2,z=1]");
  EXPECT_EQ(label_without("map[s=10]", "s"), "map");
  EXPECT_EQ(label_without("map[map.C=10,solver=1]", "C"), "map[solver=1]") << "a learner has a C as well";
  EXPECT_EQ(label_without("map[seeds=10]", "s"), "map[seeds=10]") << "another parameter";
  EXPECT_EQ(label_without("map", "s"), "map");
}

/// A group of runs of a map with the parameters that are given, none where it has its defaults.
RunGroup group_of(const std::string& method, const std::string& label, Index D, ParameterValues parameters) {
  RunGroup group;
  group.dataset.name = group.dataset_label = "adult";
  group.facts.title = "Adult";
  group.kernel = GaussianKernel{.sigma = 2};
  group.method = method;
  group.method_label = label;
  group.D = D;
  Record& record = group.done.emplace_back();
  record.id = label;
  record.cell.map_parameters = std::move(parameters);
  return group;
}

std::vector<PlottedGroup> plotted(const std::vector<RunGroup>& groups) {
  std::vector<PlottedGroup> all;
  for (const RunGroup& group : groups) {
    const double x = static_cast<double>(10 - all.size());
    all.push_back({&group, FigurePoint{.x = x, .y = 1}, series_of(group)});
  }
  return all;
}

std::vector<std::string> labels_of(const FigureSeries& series) {
  std::vector<std::string> labels;
  for (const FigurePoint& point : series.points) labels.push_back(point.label);
  return labels;
}

TEST(MapParameters, IsTheGivenOneOrTheDefault) {
  const double otherwise = map_parameter_of(group_of("tefm_g", "tefm_g", 10, {}), "q").value();
  EXPECT_EQ(map_parameter_of(group_of("tefm_g", "tefm_g", 10, {{"q", otherwise + 1}}), "q"), otherwise + 1);
  EXPECT_FALSE(map_parameter_of(group_of("rks", "rks", 10, {}), "q").has_value());
  EXPECT_FALSE(map_parameter_of(group_of(exact_method, exact_method, 0, {}), "q").has_value());
}

TEST(ParameterSeries, IsOneMapWhoseParameterVaries) {
  const std::vector<RunGroup> groups = {group_of("tefm_g", "tefm_g[q=3]", 10, {{"q", 3}}),
                                        group_of("tefm_g", "tefm_g[q=5]", 10, {{"q", 5}}),
                                        group_of("rks", "rks", 10, {}), group_of("rks", "rks", 20, {})};
  const std::vector<Panel> panels = panels_by_parameter(plotted(groups), {"q"}, {});
  ASSERT_THAT(panels, SizeIs(1));
  ASSERT_THAT(panels[0].series, SizeIs(2));
  const FigureSeries& series = panels[0].series[0];
  EXPECT_EQ(series.key, "tefm_g") << "the look of the map itself";
  EXPECT_THAT(labels_of(series), ElementsAre("q = 3", "q = 5"));
  EXPECT_THAT(series.label, EndsWith(", q = 3 to 5"));
  EXPECT_EQ(series.brief, method_short("tefm_g") + ", q = 3 to 5");
  EXPECT_THAT(series.points[0].records, ElementsAre("tefm_g[q=3]"));
  EXPECT_THAT(labels_of(panels[0].series[1]), ElementsAre("", "")) << "it has no such parameter";
}

TEST(ParameterSeries, IsOfTheParameterThatAMapHas) {
  const std::vector<RunGroup> groups = {
      group_of("kernel_pca_sparsified", "kernel_pca_sparsified[s=2.0]", 10, {{"s", 2.0}}),
      group_of("kernel_pca_sparsified", "kernel_pca_sparsified", 10, {}),
      group_of("pca_nystrom", "pca_nystrom[landmarks=leverage,m=40]", 10,
               {{"landmarks", "leverage"}, {"m", 40}}),
      group_of("pca_nystrom", "pca_nystrom[landmarks=leverage]", 10, {{"landmarks", "leverage"}})};
  const std::vector<Panel> panels = panels_by_parameter(plotted(groups), {"s", "m"}, {});
  ASSERT_THAT(panels.at(0).series, SizeIs(2));
  EXPECT_EQ(panels[0].series[0].key, "kernel_pca_sparsified");
  EXPECT_THAT(labels_of(panels[0].series[0]), ElementsAre("s = 2", "s = 10")) << "one of them by default";
  EXPECT_EQ(panels[0].series[1].key, "pca_nystrom[landmarks=leverage]");
  EXPECT_THAT(labels_of(panels[0].series[1]), ElementsAre("", "m = 40")) << "0: as many as it chooses";
  EXPECT_EQ(panels[0].series[1].brief, method_short("pca_nystrom") + ", leverage, m = 40");
}

TEST(ParameterSeries, HasOneNameInAllPanels) {
  std::vector<RunGroup> groups = {group_of("tefm_g", "tefm_g[q=3]", 10, {{"q", 3}}),
                                  group_of("tefm_g", "tefm_g[q=5]", 10, {{"q", 5}})};
  groups[1].kernel = GaussianKernel{.sigma = 1};
  const std::vector<Panel> panels = panels_by_parameter(plotted(groups), {"q"}, {});
  ASSERT_THAT(panels, SizeIs(2));
  EXPECT_EQ(panels[0].series.at(0).label, panels[1].series.at(0).label);
}

TEST(ParameterSeries, IsOfOneD) {
  const std::vector<RunGroup> groups = {group_of("tefm_g", "tefm_g[q=3]", 10, {{"q", 3}}),
                                        group_of("tefm_g", "tefm_g[q=3]", 20, {{"q", 3}}),
                                        group_of("tefm_g", "tefm_g[q=5]", 10, {{"q", 5}})};
  const std::vector<Panel> panels = panels_by_parameter(plotted(groups), {"q"}, {});
  ASSERT_THAT(panels.at(0).series, SizeIs(2));
  EXPECT_EQ(panels[0].series[0].key, "tefm_g[D=10]");
  EXPECT_THAT(labels_of(panels[0].series[0]), ElementsAre("q = 3", "q = 5"));
  EXPECT_EQ(panels[0].series[1].key, "tefm_g[D=20]");
  EXPECT_THAT(labels_of(panels[0].series[1]), ElementsAre("q = 3"));
}

}  // namespace
}  // namespace sketchbench
