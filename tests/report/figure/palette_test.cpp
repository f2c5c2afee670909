#include <sketchbench/report/figure/palette.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {
namespace {

Figure figure_with(const std::vector<std::string>& keys) {
  Figure figure;
  figure.panels.emplace_back();
  for (const std::string& key : keys) figure.panels.back().series.push_back({.key = key, .label = key});
  return figure;
}

TEST(Palette, AMethodLooksTheSameWhateverStandsBesideIt) {
  const SeriesStyle alone = styles_for(figure_with({"tensor_sketch"})).at("tensor_sketch");
  const auto among = styles_for(figure_with({"another", "exact", "one more", "tensor_sketch"}));
  EXPECT_EQ(among.at("tensor_sketch").light, alone.light);
  EXPECT_EQ(among.at("tensor_sketch").dark, alone.dark);
  EXPECT_EQ(among.at("tensor_sketch").symbol, alone.symbol);
}

TEST(Palette, NoTwoMethodsLookAlike) {
  std::vector<std::string> methods = {"exact"};
  for (const FeatureMapKind& kind : feature_map_kinds()) methods.push_back(kind.name);
  std::set<std::pair<std::string, Symbol>> light, dark;
  const auto styles = styles_for(figure_with(methods));
  for (const std::string& method : methods) {
    EXPECT_TRUE(light.emplace(styles.at(method).light, styles.at(method).symbol).second) << method;
    EXPECT_TRUE(dark.emplace(styles.at(method).dark, styles.at(method).symbol).second) << method;
  }
}

TEST(Palette, KeysOfTheirOwnTakeWhatTheFigureHasLeft) {
  std::vector<std::string> keys = {"tensor_sketch", "random_maclaurin_published"};
  for (int i = 0; i < 20; ++i) keys.push_back("setting " + std::to_string(i));
  const auto styles = styles_for(figure_with(keys));
  std::set<std::pair<std::string, Symbol>> looks;
  for (const std::string& key : keys) looks.emplace(styles.at(key).light, styles.at(key).symbol);
  EXPECT_EQ(looks.size(), keys.size()) << "no two alike";
  for (int i = 0; i < 3; ++i) {
    const SeriesStyle& own = styles.at("setting " + std::to_string(i));
    EXPECT_NE(own.light, styles.at("tensor_sketch").light) << "a colour of its own while there is one";
    EXPECT_NE(own.light, styles.at("random_maclaurin_published").light);
  }
}

TEST(Palette, AFamilyHasOneColour) {
  EXPECT_EQ(look_of_method("exact"), (Look{Colour::black, Symbol::square}));
  EXPECT_EQ(look_of_method("a_later_map"), std::nullopt);
  std::map<MapFamily, Colour> colours;
  std::set<Colour> all;
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    EXPECT_NE(kind.family, MapFamily::other) << kind.name;
    const Look look = look_of_method(kind.name).value();
    EXPECT_EQ(colours.emplace(kind.family, look.colour).first->second, look.colour) << kind.name;
    all.insert(look.colour);
  }
  EXPECT_EQ(all.size(), colours.size()) << "and no two families have the same";
}

TEST(Palette, VariantsOfRandomKitchenSinksAreTheirsAndNotTefms) {
  const Look tefm = look_of_method("tefm_g").value();
  for (const char* method : {"fourier_svd", "fd_fourier"}) {
    EXPECT_EQ(look_of_method(method)->colour, look_of_method("rks")->colour) << method;
    EXPECT_NE(look_of_method(method)->colour, tefm.colour) << method;
  }
}

TEST(Palette, MarksStandOutFromTheirGroundAndTextCanBeRead) {
  EXPECT_NEAR(contrast("#000000", "#ffffff"), 21, 1e-9);
  EXPECT_NEAR(contrast("#777777", "#ffffff"), 4.48, 0.005) << "as WCAG's examples have it";
  std::vector<std::string> keys = {"exact", "reference"};
  for (const FeatureMapKind& kind : feature_map_kinds())
    for (const char* parameters : {"", "[a=1]", "[a=2]", "[a=3]", "[a=4]", "[a=5]", "[a=6]"})
      keys.push_back(kind.name + parameters);
  for (int i = 0; i < 40; ++i) keys.push_back("setting " + std::to_string(i));
  for (const auto& [key, style] : styles_for(figure_with(keys))) {
    EXPECT_GE(contrast(style.light, "#ffffff"), 3) << key << ' ' << style.light;
    EXPECT_GE(contrast(style.dark, "#14171b"), 3) << key << ' ' << style.dark;
    EXPECT_GE(contrast(style.text, "#ffffff"), 4.5) << key << ' ' << style.text;
  }
}

TEST(Palette, AMethodWithParametersHasItsShadeAndSymbolsOfItsOwn) {
  const auto styles = styles_for(
      figure_with({"tefm_g[d=10]", "tefm_g", "tefm_g[d=20]", "tefm_g[d=30]", "tefm_s", "exact[a=1]"}));
  const SeriesStyle plain = styles_for(figure_with({"tefm_g"})).at("tefm_g");
  EXPECT_EQ(styles.at("tefm_g").light, plain.light) << "the method itself looks as ever";
  std::set<std::pair<std::string, Symbol>> looks;
  for (const char* key : {"tefm_g", "tefm_g[d=10]", "tefm_g[d=20]", "tefm_g[d=30]"}) {
    EXPECT_EQ(styles.at(key).light, plain.light) << key;
    looks.emplace(styles.at(key).light, styles.at(key).symbol);
  }
  looks.emplace(styles.at("tefm_s").light, styles.at("tefm_s").symbol);
  EXPECT_EQ(looks.size(), 5u) << "no two alike";
}

TEST(FigureOfAPaper, ShowsItsOwnMethodsInFront) {
  Figure figure = figure_with({"exact", "tefm_g", "tefm_s[d=10]", "rks", "paper:rks", "a setting"});
  bring_to_front(figure, {"tefm_g", "tefm_s"});
  std::vector<std::string> behind;
  for (const FigureSeries& series : figure.panels[0].series)
    if (series.behind) behind.push_back(series.key);
  EXPECT_THAT(behind, testing::ElementsAre("rks"));
  Figure of_others = figure_with({"rks", "qmc"});
  bring_to_front(of_others, {"tefm_g"});
  EXPECT_FALSE(of_others.panels[0].series[0].behind) << "there is nothing to stand in front";
}

TEST(FigureForAScreenReader, NamesPanelsAxesAndCurves) {
  Figure figure = figure_with({"rks", "qmc"});
  figure.number = "Figure 7";
  figure.title = "Errors";
  Panel& panel = figure.panels[0];
  panel.title = "Adult";
  panel.x.label = "features";
  panel.y.label = "error";
  panel.series[0].points = {{.x = 1, .y = 1}};
  EXPECT_EQ(alternative_text(figure),
            "Figure 7: Errors. error against features. Panels: Adult. Curves: rks.");
}

Figure figure_of_datasets(const std::vector<std::pair<std::string, std::optional<Look>>>& datasets) {
  Figure figure;
  figure.panels.emplace_back();
  for (const auto& [name, look] : datasets)
    figure.panels.back().series.push_back({.key = name, .label = name, .look = look});
  return figure;
}

TEST(Palette, DataSetsLookAsTheyAskOrTakeWhatIsLeft) {
  const Look asked{Colour::orange, Symbol::triangle};
  const auto styles = styles_for(
      figure_of_datasets({{"mine", {}}, {"one", asked}, {"the same again", asked}, {"reference", {}}}));
  EXPECT_EQ(styles.at("one").light, "#c68200");
  EXPECT_EQ(styles.at("one").symbol, Symbol::triangle);
  std::set<std::pair<std::string, Symbol>> looks;
  for (const char* key : {"mine", "one", "the same again", "reference"})
    looks.emplace(styles.at(key).light, styles.at(key).symbol);
  EXPECT_EQ(looks.size(), 4u);
  EXPECT_EQ(styles.at("mine").light, "#0072b2") << "the first that the figure does not use";
}

TEST(Palette, ADataSetDoesNotTakeTheLookOfAMethod) {
  const auto styles =
      styles_for(figure_of_datasets({{"mine", Look{Colour::blue, Symbol::circle}}, {"tensor_sketch", {}}}));
  EXPECT_EQ(styles.at("tensor_sketch").light, "#0072b2");
  EXPECT_NE(styles.at("mine").light, "#0072b2");
}

TEST(Palette, ThePapersNumbersAreHollowInTheirMethodsColour) {
  EXPECT_EQ(method_of_key("paper:tensor_sketch"), "tensor_sketch");
  EXPECT_EQ(method_of_key("tensor_sketch"), "tensor_sketch");
  const auto styles = styles_for(figure_with({"paper:tensor_sketch"}));
  EXPECT_TRUE(styles.at("paper:tensor_sketch").hollow);
  EXPECT_FALSE(styles.at("tensor_sketch").hollow);
  EXPECT_EQ(styles.at("paper:tensor_sketch").light, styles.at("tensor_sketch").light);
  EXPECT_EQ(styles.at("paper:tensor_sketch").symbol, styles.at("tensor_sketch").symbol);
}

}  // namespace
}  // namespace sketchbench
